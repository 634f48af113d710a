-- document: edit
SELECT s,
  (SELECT k.id
   FROM payment_collection AS k
   WHERE k.id = s.payment_collection_id AND k.amount > 0) AS payment_collection_id,
  (SELECT row_to_json(d)
   FROM region AS d
   JOIN "order" AS o ON o.region_id = d.id
   WHERE o.id = s.order_id) AS order_region,
  (SELECT o.tax_rate FROM "order" AS o WHERE o.id = s.order_id) AS order_tax_rate,
  (SELECT json_agg(row_to_json(d) ORDER BY d.id)
   FROM order_gift_cards AS n
   JOIN gift_card AS d ON d.id = n.gift_card_id
   WHERE n.order_id = s.order_id) AS gift_cards,
  (SELECT json_agg(row_to_json(d) ORDER BY d.created_at, d.id)
   FROM (
     SELECT l.*,
       (SELECT json_agg(row_to_json(t) ORDER BY t.created_at, t.id)
        FROM line_item_tax_line AS t WHERE t.item_id = l.id) AS tax_lines,
       (SELECT json_agg(row_to_json(a) ORDER BY a.id)
        FROM line_item_adjustment AS a WHERE a.item_id = l.id) AS adjustments,
       (SELECT row_to_json(v) FROM product_variant AS v WHERE v.id = l.variant_id) AS variant
     FROM line_item AS l
     WHERE l.order_edit_id = s.id
   ) AS d) AS lines,
  (SELECT json_agg(row_to_json(d) ORDER BY d.created_at, d.id)
   FROM (
     SELECT l.*,
       (SELECT json_agg(row_to_json(t) ORDER BY t.created_at, t.id)
        FROM line_item_tax_line AS t WHERE t.item_id = l.id) AS tax_lines,
       (SELECT json_agg(row_to_json(a) ORDER BY a.id)
        FROM line_item_adjustment AS a WHERE a.item_id = l.id) AS adjustments,
       (SELECT row_to_json(v) FROM product_variant AS v WHERE v.id = l.variant_id) AS variant
     FROM line_item AS l
     WHERE l.id IN (SELECT c.original_item_id FROM line_item AS c WHERE c.order_edit_id = s.id)
   ) AS d) AS originals,
  (SELECT json_agg(row_to_json(d) ORDER BY d.id)
   FROM (
     SELECT m.*,
       (SELECT json_agg(row_to_json(t) ORDER BY t.created_at, t.id)
        FROM shipping_method_tax_line AS t WHERE t.shipping_method_id = m.id) AS tax_lines,
       (SELECT row_to_json(o) FROM shipping_option AS o WHERE o.id = m.shipping_option_id)
         AS shipping_option
     FROM shipping_method AS m
     WHERE m.order_id = s.order_id
   ) AS d) AS methods,
  (SELECT json_agg(
     row_to_json(d)::jsonb || jsonb_build_object('rule', row_to_json(r)) ORDER BY d.id)
   FROM order_discounts AS n
   JOIN discount AS d ON d.id = n.discount_id
   JOIN discount_rule AS r ON r.id = d.rule_id
   WHERE n.order_id = s.order_id) AS discounts,
  (SELECT json_agg(row_to_json(d) ORDER BY d.created_at, d.id)
   FROM order_item_change AS d
   WHERE d.order_edit_id = s.id AND d.deleted_at IS NULL) AS item_changes,
  (SELECT json_agg(row_to_json(d) ORDER BY d.created_at, d.id)
   FROM (
     SELECT l.*,
       (SELECT json_agg(row_to_json(t) ORDER BY t.created_at, t.id)
        FROM line_item_tax_line AS t WHERE t.item_id = l.id) AS tax_lines,
       (SELECT json_agg(row_to_json(a) ORDER BY a.id)
        FROM line_item_adjustment AS a WHERE a.item_id = l.id) AS adjustments,
       (SELECT row_to_json(v) FROM product_variant AS v WHERE v.id = l.variant_id) AS variant
     FROM line_item AS l
     WHERE l.order_id = s.order_id
   ) AS d) AS order_items
FROM order_edit AS s;
