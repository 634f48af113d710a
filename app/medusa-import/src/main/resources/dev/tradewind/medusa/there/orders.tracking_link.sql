SELECT s
FROM tracking_link AS s
JOIN fulfillment AS f ON f.id = s.fulfillment_id
WHERE s.deleted_at IS NULL
  AND coalesce(f.order_id, f.swap_id, f.claim_order_id) IS NOT NULL;
