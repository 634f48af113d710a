-- name: customer.customer billing address
-- into: customer.customer
-- from: customer
-- rows: updated
SELECT s, s.billing_address_id AS billing_address_id
FROM customer AS s;
