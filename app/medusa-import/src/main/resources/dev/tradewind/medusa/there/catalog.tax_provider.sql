SELECT s FROM tax_provider AS s;
