-- Open carts that have changed, and the lines that they still have.
SELECT coalesce(jsonb_agg(c.id), '[]') AS carts,
  coalesce(jsonb_agg(l.id) FILTER (WHERE l.id IS NOT NULL), '[]') AS lines
FROM cart.cart AS c
LEFT JOIN jsonb_to_recordset(c.state -> 'items') AS l (id text) ON true
WHERE age(c.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
  AND c.order_id IS NULL;
