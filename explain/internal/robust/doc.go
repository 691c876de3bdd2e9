// Package robust sets gross outliers aside: a verdict about all rows goes in, a verdict
// about the rows that remain comes out. What most rows agree on is found by least trimmed
// squares [Rousseeuw, JASA 79 (1984) 871–880].
package robust
