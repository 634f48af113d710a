-- left: billing_address_id
-- sums: rows by has_account
-- The billing address follows, because addresses refer to their customers.
SELECT s, lower(btrim(s.email)) AS email
FROM customer AS s;
