-- Customers merge metadata into their account key by key, and every response shows all of it.
-- Rows that are larger already stay readable.
ALTER TABLE customer ADD CONSTRAINT customer_metadata_size
  CHECK (octet_length(metadata::text) <= 65536) NOT VALID;
