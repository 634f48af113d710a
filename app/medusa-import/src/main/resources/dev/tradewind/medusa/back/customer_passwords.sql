-- name: customer of passwords
-- table: customer
-- rows: updated
-- Medusa verifies scrypt only: a password that was hashed anew at a login here is still the old one
-- there; one that was set here has to be reset there.
SELECT c.id,
  CASE WHEN c.password_hash LIKE 'c2NyeXB0%' THEN c.password_hash END AS password_hash
FROM customer.customer AS c
WHERE age(c.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
  AND (c.credential_version > 1 OR c.password_hash LIKE 'c2NyeXB0%');
