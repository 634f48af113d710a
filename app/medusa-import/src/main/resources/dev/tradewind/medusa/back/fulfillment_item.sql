-- key: fulfillment_id item_id
WITH changed AS (
  SELECT o.id FROM orders."order" AS o
  WHERE age(o.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
)
SELECT i.fulfillment_id, i.item_id, i.quantity
FROM orders.fulfillment_item AS i
JOIN orders.fulfillment AS f ON f.id = i.fulfillment_id
JOIN changed ON changed.id = f.order_id
WHERE f.accepted_at IS NOT NULL;
