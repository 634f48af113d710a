-- name: customer of billing addresses
-- table: customer
-- rows: updated
SELECT c.id, c.billing_address_id
FROM customer.customer AS c
WHERE age(c.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);
