-- into: orders."return"
-- document: return
-- sums: refund_amount by status
SELECT s, coalesce(s.order_id, w.order_id, c.order_id) AS order_id,
  CASE WHEN s.status = 'received' THEN coalesce(s.received_at, s.updated_at) END AS received_at,
  (SELECT json_agg(row_to_json(d) ORDER BY d.id)
   FROM (
     SELECT m.*,
       (SELECT json_agg(row_to_json(t) ORDER BY t.created_at, t.id)
        FROM shipping_method_tax_line AS t WHERE t.shipping_method_id = m.id) AS tax_lines,
       (SELECT row_to_json(o) FROM shipping_option AS o WHERE o.id = m.shipping_option_id)
         AS shipping_option
     FROM shipping_method AS m
     WHERE m.return_id = s.id
   ) AS d) AS shipping_methods
FROM "return" AS s
LEFT JOIN swap AS w ON w.id = s.swap_id
LEFT JOIN claim_order AS c ON c.id = s.claim_order_id
WHERE coalesce(s.order_id, w.order_id, c.order_id) IS NOT NULL;
