SELECT e.id, e.order_id, e.internal_note, coalesce(e.created_by, '') AS created_by, e.requested_by,
  e.requested_at, e.confirmed_by, e.confirmed_at, e.declined_by, e.declined_reason,
  e.declined_at, e.canceled_by, e.canceled_at, e.payment_collection_id, e.created_at,
  e.updated_at
FROM orders.order_edit AS e
JOIN changed_order AS changed ON changed.id = e.order_id;
