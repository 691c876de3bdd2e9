package poly

// Text is the notation of Parse: x1^2 - 3/2*x1*x2 + 7.
var Text = Style{&textFormat}

var textFormat = format{
	name:     "text",
	notation: notation{times: "*", power: raised("^"), fraction: [3]string{"", "/", ""}},
	ring:     func(d description) (string, error) { return d.text, nil },
	comment:  "#",
	decimals: true,
	list:     List{Separator: "\n", End: "\n"},
}
