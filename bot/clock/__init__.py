"""What works without anyone clicking: time-outs, tables that cannot be shown, the data of servers that are gone."""
