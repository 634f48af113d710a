WITH changed AS (
  SELECT o.id FROM orders."order" AS o
  WHERE age(o.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
)
SELECT e.id, e.order_id, e.internal_note, coalesce(e.created_by, '') AS created_by, e.requested_by,
  e.requested_at, e.confirmed_by, e.confirmed_at, e.declined_by, e.declined_reason,
  e.declined_at, e.canceled_by, e.canceled_at, e.payment_collection_id, e.created_at,
  e.updated_at
FROM orders.order_edit AS e
JOIN changed ON changed.id = e.order_id;
