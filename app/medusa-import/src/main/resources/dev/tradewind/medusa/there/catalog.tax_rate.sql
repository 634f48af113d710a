SELECT s FROM tax_rate AS s;
