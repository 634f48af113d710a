-- name: cart of payments
-- table: cart
-- optional: payment_id payment
-- rows: updated
SELECT c.id, c.state ->> 'payment_id' AS payment_id
FROM cart.cart AS c
WHERE age(c.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);
