package kafkalib

// administrationBuiltins are the functions of administration.
var administrationBuiltins = []builtin{
	{"kafka-create-topics", createTopics, helpCreateTopics},
	{"kafka-create-partitions", createPartitions, helpCreatePartitions},
	{"kafka-delete-topics", deleteTopics, helpDeleteTopics},
	{"kafka-list-topics", listTopics, helpListTopics},
	{"kafka-describe-topics", describeTopics, helpDescribeTopics},
	{"kafka-configs", configs, helpConfigs},
	{"kafka-alter-configs", alterConfigs, helpAlterConfigs},
	{"kafka-offsets", offsets, helpOffsets},
	{"kafka-count", count, helpCount},
	{"kafka-delete-records", deleteRecords, helpDeleteRecords},
	{"kafka-cluster", cluster, helpCluster},
	{"kafka-leaders", leaders, helpLeaders},
	{"kafka-elect-leaders", electLeaders, helpElectLeaders},
	{"kafka-log-dirs", logDirs, helpLogDirs},
	{"kafka-groups", groups, helpGroups},
	{"kafka-describe-groups", describeGroups, helpDescribeGroups},
	{"kafka-group-offsets", groupOffsets, helpGroupOffsets},
	{"kafka-group-lag", groupLag, helpGroupLag},
	{"kafka-alter-group-offsets", alterGroupOffsets, helpAlterGroupOffsets},
	{"kafka-delete-group-offsets", deleteGroupOffsets, helpDeleteGroupOffsets},
	{"kafka-delete-groups", deleteGroups, helpDeleteGroups},
}
