-- The log of a new database, which is older than the column.
ALTER TABLE change_log ADD COLUMN IF NOT EXISTS detail text;
