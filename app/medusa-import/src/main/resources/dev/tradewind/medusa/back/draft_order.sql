SELECT d.id, d.status, d.display_number AS display_id, d.cart_id, d.canceled_at, d.completed_at,
  d.metadata, d.idempotency_key, d.no_notification_order, d.created_at, d.updated_at
FROM orders.draft_order AS d
WHERE age(d.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);
