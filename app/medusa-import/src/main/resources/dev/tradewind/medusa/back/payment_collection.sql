SELECT k.id, k.type, k.status, k.description, k.amount, k.authorized_amount, k.region_id,
  k.currency_code, k.metadata, coalesce(k.created_by, '') AS created_by, k.created_at,
  k.updated_at, k.deleted_at
FROM orders.payment_collection AS k
JOIN changed_order AS changed ON changed.id = k.order_id;
