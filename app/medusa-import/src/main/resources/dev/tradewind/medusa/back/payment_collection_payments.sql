-- key: payment_collection_id payment_id
WITH changed AS (
  SELECT o.id FROM orders."order" AS o
  WHERE age(o.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
)
SELECT p.payment_collection_id, p.id AS payment_id
FROM orders.payment AS p
JOIN orders.payment_collection AS k ON k.id = p.payment_collection_id
JOIN changed ON changed.id = k.order_id
WHERE NOT p.awaits_authorization;
