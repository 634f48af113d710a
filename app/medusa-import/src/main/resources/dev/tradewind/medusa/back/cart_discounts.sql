-- key: cart_id discount_id
SELECT c.id AS cart_id, d.document ->> 'id' AS discount_id
FROM cart.cart AS c, jsonb_to_recordset(c.state -> 'discounts') AS d (document jsonb)
WHERE age(c.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);
