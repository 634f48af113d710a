SELECT s, coalesce(s.order_id, w.order_id, c.order_id) AS order_id,
  coalesce(s.provider_id, 'manual') AS provider_id, s.created_at AS accepted_at
FROM fulfillment AS s
LEFT JOIN swap AS w ON w.id = s.swap_id
LEFT JOIN claim_order AS c ON c.id = s.claim_order_id
WHERE coalesce(s.order_id, w.order_id, c.order_id) IS NOT NULL;
