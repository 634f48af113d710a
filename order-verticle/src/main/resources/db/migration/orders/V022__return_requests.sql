-- The body that the idempotency key of a return was used with: another one under the same key is
-- refused.
ALTER TABLE "return" ADD COLUMN request_hash text;
