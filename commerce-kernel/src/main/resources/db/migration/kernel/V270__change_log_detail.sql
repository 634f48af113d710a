-- New state of what has changed, for readers that need not read it again. Before the functions that use
-- it: a schema without a log yet gets the column with it.
SET LOCAL lock_timeout = '1500ms';
ALTER TABLE IF EXISTS change_log ADD COLUMN IF NOT EXISTS detail text;
