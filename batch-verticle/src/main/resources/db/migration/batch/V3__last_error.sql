-- Error of the last attempt without progress, which a job that is given up shows.
ALTER TABLE job_work ADD COLUMN last_error text;
