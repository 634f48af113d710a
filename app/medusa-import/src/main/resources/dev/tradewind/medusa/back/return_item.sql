-- key: return_id item_id
-- optional: reason_id return_reason
WITH changed AS (
  SELECT o.id FROM orders."order" AS o
  WHERE age(o.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
)
SELECT i.return_id, i.item_id, i.quantity, i.is_requested, i.requested_quantity,
  i.received_quantity, i.reason_id, i.note, i.metadata
FROM orders.return_item AS i
JOIN orders."return" AS r ON r.id = i.return_id
JOIN changed ON changed.id = r.order_id;
