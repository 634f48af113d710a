-- Ended jobs are deleted when their retention time has ended, with their files.
CREATE INDEX batch_job_changed ON batch_job (updated_at);
CREATE INDEX batch_job_input ON batch_job ((context ->> 'fileKey'));
