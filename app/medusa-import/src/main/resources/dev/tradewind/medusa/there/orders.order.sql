-- into: orders."order"
-- document: order
-- sums: rows by currency_code status payment_status fulfillment_status
-- An order has a cart here; an order without one gets an id made of its own.
SELECT s, coalesce(s.cart_id, 'cart_' || substr(s.id, 7)) AS cart_id,
  coalesce(s.draft_order_id, (SELECT d.id FROM draft_order AS d WHERE d.order_id = s.id LIMIT 1))
    AS draft_order_id,
  coalesce(CASE
    WHEN jsonb_typeof(s.metadata) = 'object' THEN s.metadata
    WHEN jsonb_typeof(s.metadata) <> 'null' THEN jsonb_build_object('value', s.metadata)
  END, '{}') AS metadata,
  s.created_at AS placement_deadline, s.created_at AS placed_at,
  (SELECT json_agg(row_to_json(d) ORDER BY d.created_at, d.id)
   FROM (
     SELECT l.*,
       (SELECT json_agg(row_to_json(t) ORDER BY t.created_at, t.id)
        FROM line_item_tax_line AS t WHERE t.item_id = l.id) AS tax_lines,
       (SELECT json_agg(row_to_json(a) ORDER BY a.id)
        FROM line_item_adjustment AS a WHERE a.item_id = l.id) AS adjustments,
       (SELECT row_to_json(v) FROM product_variant AS v WHERE v.id = l.variant_id) AS variant
     FROM line_item AS l
     WHERE l.order_id = s.id
   ) AS d) AS items,
  (SELECT json_agg(row_to_json(d) ORDER BY d.id)
   FROM (
     SELECT m.*,
       (SELECT json_agg(row_to_json(t) ORDER BY t.created_at, t.id)
        FROM shipping_method_tax_line AS t WHERE t.shipping_method_id = m.id) AS tax_lines,
       (SELECT row_to_json(o) FROM shipping_option AS o WHERE o.id = m.shipping_option_id)
         AS shipping_option
     FROM shipping_method AS m
     WHERE m.order_id = s.id
   ) AS d) AS shipping_methods,
  (SELECT row_to_json(d) FROM address AS d WHERE d.id = s.shipping_address_id) AS shipping_address,
  (SELECT row_to_json(d) FROM address AS d WHERE d.id = s.billing_address_id) AS billing_address,
  (SELECT row_to_json(d) FROM customer AS d WHERE d.id = s.customer_id) AS customer,
  (SELECT row_to_json(d) FROM region AS d WHERE d.id = s.region_id) AS region,
  (SELECT row_to_json(d) FROM currency AS d WHERE d.code = s.currency_code) AS currency,
  (SELECT row_to_json(d) FROM sales_channel AS d WHERE d.id = s.sales_channel_id) AS sales_channel,
  (SELECT json_agg(
     row_to_json(d)::jsonb || jsonb_build_object('rule', row_to_json(r)) ORDER BY d.id)
   FROM order_discounts AS n
   JOIN discount AS d ON d.id = n.discount_id
   JOIN discount_rule AS r ON r.id = d.rule_id
   WHERE n.order_id = s.id) AS discounts,
  (SELECT json_agg(row_to_json(d) ORDER BY d.id)
   FROM order_gift_cards AS n
   JOIN gift_card AS d ON d.id = n.gift_card_id
   WHERE n.order_id = s.id) AS gift_cards,
  (SELECT json_agg(row_to_json(d) ORDER BY d.created_at, d.id)
   FROM gift_card_transaction AS d
   WHERE d.order_id = s.id) AS gift_card_transactions
FROM "order" AS s;
