-- document: cart
-- sums: rows by type
SELECT s, coalesce(o.id, w.order_id) AS order_id,
  CASE WHEN coalesce(o.id, w.order_id) IS NOT NULL
    THEN coalesce(s.completed_at, o.created_at, w.confirmed_at)
  END AS completed_at,
  NULL::timestamptz AS deleted_at, 1 AS state_of,
  (SELECT row_to_json(d) FROM region AS d WHERE d.id = s.region_id) AS region,
  coalesce(c.has_account, false) AS customer_has_account,
  (SELECT row_to_json(d) FROM address AS d WHERE d.id = s.billing_address_id) AS billing_address,
  (SELECT row_to_json(d) FROM address AS d WHERE d.id = s.shipping_address_id) AS shipping_address,
  (SELECT json_agg(row_to_json(d) ORDER BY d.created_at, d.id)
   FROM (
     SELECT l.*, v.product_id,
       -- Versions before 1.16 keep the profile in the product.
       coalesce(
         (SELECT p.profile_id
          FROM product_shipping_profile AS p
          WHERE p.product_id = v.product_id
          LIMIT 1),
         (SELECT to_jsonb(p) ->> 'profile_id' FROM product AS p WHERE p.id = v.product_id))
         AS profile_id,
       (SELECT json_agg(row_to_json(t) ORDER BY t.created_at, t.id)
        FROM line_item_tax_line AS t WHERE t.item_id = l.id) AS tax_lines,
       (SELECT json_agg(row_to_json(a) ORDER BY a.id)
        FROM line_item_adjustment AS a WHERE a.item_id = l.id) AS adjustments
     FROM line_item AS l
     LEFT JOIN product_variant AS v ON v.id = l.variant_id
     WHERE l.cart_id = s.id
   ) AS d) AS items,
  (SELECT json_agg(row_to_json(d) ORDER BY d.id)
   FROM (
     SELECT m.*,
       (SELECT json_agg(row_to_json(t) ORDER BY t.created_at, t.id)
        FROM shipping_method_tax_line AS t WHERE t.shipping_method_id = m.id) AS tax_lines,
       (SELECT row_to_json(o) FROM shipping_option AS o WHERE o.id = m.shipping_option_id)
         AS shipping_option
     FROM shipping_method AS m
     WHERE m.cart_id = s.id
   ) AS d) AS shipping_methods,
  (SELECT json_agg(row_to_json(d) ORDER BY d.created_at, d.id)
   FROM payment_session AS d
   WHERE d.cart_id = s.id) AS payment_sessions,
  (SELECT json_agg(
     row_to_json(d)::jsonb || jsonb_build_object('rule', row_to_json(r)) ORDER BY d.id)
   FROM cart_discounts AS n
   JOIN discount AS d ON d.id = n.discount_id
   JOIN discount_rule AS r ON r.id = d.rule_id
   WHERE n.cart_id = s.id) AS discounts,
  (SELECT json_agg(row_to_json(d) ORDER BY d.id)
   FROM cart_gift_cards AS n
   JOIN gift_card AS d ON d.id = n.gift_card_id
   WHERE n.cart_id = s.id) AS gift_cards,
  (SELECT json_agg(g.gift_card_id ORDER BY g.gift_card_id)
   FROM cart_gift_cards AS g
   WHERE g.cart_id = s.id) AS gift_card_ids,
  (SELECT json_agg(json_build_object('id', x.id, 'shipping_option_id', x.shipping_option_id,
     'price', x.price) ORDER BY x.id)
   FROM custom_shipping_option AS x
   WHERE x.cart_id = s.id) AS custom_shipping_options,
  s.context AS cart_context, s.metadata AS cart_metadata, s.payment_id, s.payment_authorized_at
FROM cart AS s
LEFT JOIN "order" AS o ON o.cart_id = s.id
LEFT JOIN swap AS w ON w.cart_id = s.id AND w.confirmed_at IS NOT NULL
LEFT JOIN customer AS c ON c.id = s.customer_id
WHERE (s.deleted_at IS NULL OR o.id IS NOT NULL)
  AND (s.completed_at IS NULL OR coalesce(o.id, w.order_id) IS NOT NULL);
