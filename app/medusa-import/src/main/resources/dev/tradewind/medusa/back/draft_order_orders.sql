-- name: draft_order of orders
-- table: draft_order
-- rows: updated
SELECT d.id, d.order_id
FROM orders.draft_order AS d
WHERE age(d.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
  AND d.order_id IS NOT NULL;
