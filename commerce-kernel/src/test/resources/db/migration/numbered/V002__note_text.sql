ALTER TABLE note ADD COLUMN content text;
