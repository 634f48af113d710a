ALTER TABLE note ADD COLUMN author text;
