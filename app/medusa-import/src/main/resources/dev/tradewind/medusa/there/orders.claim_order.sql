-- document: claim
-- sums: refund_amount by type payment_status
SELECT s, coalesce(s.idempotency_key, s.id) AS idempotency_key, '' AS request_hash,
  CASE
    WHEN s.type = 'replace' THEN 'na'
    WHEN s.payment_status = 'na' THEN 'not_refunded'
    ELSE s.payment_status::text
  END AS payment_status,
  CASE WHEN s.type = 'refund'
    THEN CASE WHEN s.canceled_at IS NULL THEN coalesce(s.refund_amount, 0) ELSE 0 END
  END AS refund_amount,
  CASE
    WHEN s.canceled_at IS NOT NULL THEN 'canceled'
    WHEN s.fulfillment_status IN ('partially_fulfilled', 'partially_returned', 'returned')
      THEN 'requires_action'
    ELSE s.fulfillment_status::text
  END AS fulfillment_status,
  (SELECT row_to_json(d)
   FROM region AS d
   JOIN "order" AS o ON o.region_id = d.id
   WHERE o.id = s.order_id) AS order_region,
  (SELECT o.tax_rate FROM "order" AS o WHERE o.id = s.order_id) AS order_tax_rate,
  (SELECT json_agg(
     row_to_json(d)::jsonb || jsonb_build_object('rule', row_to_json(r)) ORDER BY d.id)
   FROM order_discounts AS n
   JOIN discount AS d ON d.id = n.discount_id
   JOIN discount_rule AS r ON r.id = d.rule_id
   WHERE n.order_id = s.order_id) AS order_discounts,
  (SELECT json_agg(row_to_json(d) ORDER BY d.created_at, d.id)
   FROM (
     SELECT l.*,
       (SELECT json_agg(row_to_json(t) ORDER BY t.created_at, t.id)
        FROM line_item_tax_line AS t WHERE t.item_id = l.id) AS tax_lines,
       (SELECT json_agg(row_to_json(a) ORDER BY a.id)
        FROM line_item_adjustment AS a WHERE a.item_id = l.id) AS adjustments,
       (SELECT row_to_json(v) FROM product_variant AS v WHERE v.id = l.variant_id) AS variant
     FROM line_item AS l
     WHERE l.claim_order_id = s.id
   ) AS d) AS additional,
  (SELECT json_agg(row_to_json(d) ORDER BY d.id)
   FROM (
     SELECT m.*,
       (SELECT json_agg(row_to_json(t) ORDER BY t.created_at, t.id)
        FROM shipping_method_tax_line AS t WHERE t.shipping_method_id = m.id) AS tax_lines,
       (SELECT row_to_json(o) FROM shipping_option AS o WHERE o.id = m.shipping_option_id)
         AS shipping_option
     FROM shipping_method AS m
     WHERE m.claim_order_id = s.id
   ) AS d) AS methods,
  (SELECT row_to_json(d) FROM address AS d WHERE d.id = s.shipping_address_id) AS address
FROM claim_order AS s
WHERE s.deleted_at IS NULL;
