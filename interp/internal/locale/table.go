package locale

import (
	"strings"
	"time"
)

const (
	noBreakSpace       = "\u00a0"
	narrowNoBreakSpace = "\u202f"
	monday             = time.Monday
	sunday             = time.Sunday
)

func names(text string) []string { return strings.Split(text, " ") }

// elided lists names that have a blank inside, so it is separated by commas.
func elided(text string) []string { return strings.Split(text, ",") }

// table begins with the default locale.
var table = [...]*Locale{
	{
		Language: Default, Decimal: ".", Group: ",",
		Months:        names("January February March April May June July August September October November December"),
		ShortMonths:   names("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
		Weekdays:      names("Sunday Monday Tuesday Wednesday Thursday Friday Saturday"),
		ShortWeekdays: names("Sun Mon Tue Wed Thu Fri Sat"),
		FirstDay:      sunday, MinDays: 1,
		DatePattern: "MMM d, yyyy HH:mm:ss",
	},
	{
		Language: "de", Decimal: ",", Group: ".",
		Months:                names("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
		ShortMonths:           names("Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez."),
		StandaloneShortMonths: names("Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez"),
		Weekdays:              names("Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag"),
		ShortWeekdays:         names("So. Mo. Di. Mi. Do. Fr. Sa."),
		FirstDay:              monday, MinDays: 4,
		DatePattern: "dd.MM.yyyy, HH:mm:ss",
	},
	{
		Language: "es", Decimal: ",", Group: ".",
		Months:        names("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
		ShortMonths:   names("ene feb mar abr may jun jul ago sept oct nov dic"),
		Weekdays:      names("domingo lunes martes miércoles jueves viernes sábado"),
		ShortWeekdays: names("dom lun mar mié jue vie sáb"),
		FirstDay:      monday, MinDays: 4,
		DatePattern: "d MMM yyyy H:mm:ss",
	},
	{
		Language: "fr", Decimal: ",", Group: narrowNoBreakSpace, GroupVariants: []string{noBreakSpace, " "},
		Months:        names("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
		ShortMonths:   names("janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."),
		Weekdays:      names("dimanche lundi mardi mercredi jeudi vendredi samedi"),
		ShortWeekdays: names("dim. lun. mar. mer. jeu. ven. sam."),
		FirstDay:      monday, MinDays: 4,
		DatePattern: "d MMM yyyy, HH:mm:ss",
	},
	{
		Language: "it", Decimal: ",", Group: ".",
		Months:        names("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
		ShortMonths:   names("gen feb mar apr mag giu lug ago set ott nov dic"),
		Weekdays:      names("domenica lunedì martedì mercoledì giovedì venerdì sabato"),
		ShortWeekdays: names("dom lun mar mer gio ven sab"),
		FirstDay:      monday, MinDays: 4,
		DatePattern: "d MMM yyyy, HH:mm:ss",
	},
	{
		Language: "pt", Decimal: ",", Group: ".",
		Months:        names("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
		ShortMonths:   names("jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez."),
		Weekdays:      names("domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado"),
		ShortWeekdays: names("dom. seg. ter. qua. qui. sex. sáb."),
		FirstDay:      sunday, MinDays: 1,
		DatePattern: "d 'de' MMM 'de' yyyy HH:mm:ss",
	},
	{
		Language: "ca", Decimal: ",", Group: ".",
		Months:                elided("de gener,de febrer,de març,d’abril,de maig,de juny,de juliol,d’agost,de setembre,d’octubre,de novembre,de desembre"),
		ShortMonths:           elided("de gen.,de febr.,de març,d’abr.,de maig,de juny,de jul.,d’ag.,de set.,d’oct.,de nov.,de des."),
		StandaloneMonths:      names("gener febrer març abril maig juny juliol agost setembre octubre novembre desembre"),
		StandaloneShortMonths: names("gen. febr. març abr. maig juny jul. ag. set. oct. nov. des."),
		Weekdays:              names("diumenge dilluns dimarts dimecres dijous divendres dissabte"),
		ShortWeekdays:         names("dg. dl. dt. dc. dj. dv. ds."),
		FirstDay:              monday, MinDays: 4,
		DatePattern: "d MMM yyyy, H:mm:ss",
	},
	{
		Language: "nl", Decimal: ",", Group: ".",
		Months:        names("januari februari maart april mei juni juli augustus september oktober november december"),
		ShortMonths:   names("jan. feb. mrt. apr. mei jun. jul. aug. sep. okt. nov. dec."),
		Weekdays:      names("zondag maandag dinsdag woensdag donderdag vrijdag zaterdag"),
		ShortWeekdays: names("zo ma di wo do vr za"),
		FirstDay:      monday, MinDays: 4,
		DatePattern: "d MMM yyyy HH:mm:ss",
	},
}
