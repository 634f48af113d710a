SELECT s, s.display_id AS display_number, k.email AS cart_email,
  CASE WHEN s.order_id IS NULL THEN 'open' ELSE 'completed' END AS status,
  CASE WHEN s.order_id IS NOT NULL THEN coalesce(s.completed_at, s.updated_at) END AS completed_at
FROM draft_order AS s
JOIN cart AS k ON k.id = s.cart_id;
