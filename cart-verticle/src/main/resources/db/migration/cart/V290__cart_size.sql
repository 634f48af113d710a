-- Every response of a cart shows nearly all of its state. The service refuses changes above 256 KiB
-- of its own encoding; the text of jsonb has further blanks. The closing statement adds the input of
-- the totals. Rows that are larger already stay readable.
ALTER TABLE cart ADD CONSTRAINT cart_state_size
  CHECK (completed_at IS NOT NULL OR octet_length(state::text) <= 524288) NOT VALID;
