-- Further types of jobs. An older node leaves them to a newer one.
ALTER TABLE batch_job DROP CONSTRAINT batch_job_type_check;
ALTER TABLE batch_job ADD CONSTRAINT batch_job_type_check
  CHECK (type IN ('product-import', 'product-export', 'price-list-import', 'order-export'));
