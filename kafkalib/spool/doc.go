// Package spool keeps records in a folder until each of them has been
// acknowledged, across the end of the process, however it ends, and across the
// loss of power.
//
// A folder has one owner, a [Spool]. It appends records, which get ascending
// sequence numbers; readers hand them out, oldest first; each is acknowledged
// by its number, in any order, so that one that is stuck makes no other come
// again. What has been acknowledged is removed, in whole segments.
//
// The package knows nothing of Kafka's protocol and nothing of the language.
// The format of the files is described in spec/spool.md.
package spool
