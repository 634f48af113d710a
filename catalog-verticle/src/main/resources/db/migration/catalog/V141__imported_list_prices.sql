-- Batch job that wrote the price of a list. An import replaces the prices of its list: at its end it
-- deletes those that it has not written, so that shoppers always see the old price or the new one.
ALTER TABLE money_amount ADD COLUMN import_job_id text;
