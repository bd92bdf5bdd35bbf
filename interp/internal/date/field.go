package date

// A Field is a part of a date that [Calendar.Add] and [Calendar.Set] change.
type Field uint8

// The fields of a date.
const (
	Year Field = iota
	Month
	DayOfMonth
	DayOfWeek
	DayOfYear
	Hour // of the half day
	HourOfDay
	WeekOfMonth
	WeekOfYear
	Minute
	Second
	Millisecond
)

var fieldNames = [...]string{
	Year:        "year",
	Month:       "month",
	DayOfMonth:  "day_of_month",
	DayOfWeek:   "day_of_week",
	DayOfYear:   "day_of_year",
	Hour:        "hour",
	HourOfDay:   "hour_of_day",
	WeekOfMonth: "week_of_month",
	WeekOfYear:  "week_of_year",
	Minute:      "minute",
	Second:      "second",
	Millisecond: "millisecond",
}

// String returns the name of the field in the language.
func (f Field) String() string { return fieldNames[f] }

// FieldNames returns the names of all fields.
func FieldNames() []string { return append([]string(nil), fieldNames[:]...) }

// A FieldError reports a text that is not the name of a field.
type FieldError struct{ Name string }

// Error returns the message that the language gives to such an error.
func (e *FieldError) Error() string { return "Invalid field name" }

// ParseField returns the field of a name. The error is a *[FieldError].
func ParseField(name string) (Field, error) {
	for f, known := range fieldNames {
		if known == name {
			return Field(f), nil
		}
	}
	return 0, &FieldError{name}
}
