-- keeps: tracking_numbers
SELECT f.id, f.swap_id, f.claim_order_id,
  CASE WHEN num_nonnulls(f.swap_id, f.claim_order_id) = 0 THEN f.order_id END AS order_id,
  '[]'::jsonb AS tracking_numbers, f.data, f.shipped_at, f.canceled_at, f.metadata, f.provider_id,
  f.no_notification, f.location_id, f.created_at, f.updated_at
FROM orders.fulfillment AS f
JOIN changed_order AS changed ON changed.id = f.order_id
WHERE f.accepted_at IS NOT NULL;
