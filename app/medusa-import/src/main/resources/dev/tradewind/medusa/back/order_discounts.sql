-- key: order_id discount_id
SELECT DISTINCT o.id AS order_id, d.id AS discount_id
FROM orders."order" AS o, json_to_recordset(o.snapshot -> 'discounts') AS d (id text)
WHERE age(o.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);
