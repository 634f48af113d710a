-- Versions of the rows that become a document: a changed row has another xmin or ctid.
SELECT s.id AS owner, s.xmin, s.ctid FROM cart AS s
UNION ALL SELECT l.cart_id, l.xmin, l.ctid FROM line_item AS l
UNION ALL SELECT l.cart_id, t.xmin, t.ctid
FROM line_item_tax_line AS t JOIN line_item AS l ON l.id = t.item_id
UNION ALL SELECT l.cart_id, a.xmin, a.ctid
FROM line_item_adjustment AS a JOIN line_item AS l ON l.id = a.item_id
UNION ALL SELECT m.cart_id, m.xmin, m.ctid FROM shipping_method AS m
UNION ALL SELECT m.cart_id, t.xmin, t.ctid
FROM shipping_method_tax_line AS t JOIN shipping_method AS m ON m.id = t.shipping_method_id
UNION ALL SELECT o.id, n.xmin, n.ctid
FROM address AS n JOIN cart AS o ON o.shipping_address_id = n.id
UNION ALL SELECT o.id, n.xmin, n.ctid
FROM address AS n JOIN cart AS o ON o.billing_address_id = n.id
UNION ALL SELECT o.id, n.xmin, n.ctid FROM customer AS n JOIN cart AS o ON o.customer_id = n.id
UNION ALL SELECT n.cart_id, n.xmin, n.ctid FROM payment_session AS n
UNION ALL SELECT n.cart_id, n.xmin, n.ctid FROM cart_discounts AS n
UNION ALL SELECT n.cart_id, n.xmin, n.ctid FROM cart_gift_cards AS n
UNION ALL SELECT n.cart_id, n.xmin, n.ctid FROM custom_shipping_option AS n
UNION ALL SELECT k.id, d.xmin, d.ctid
FROM discount AS d JOIN cart_discounts AS n ON n.discount_id = d.id
JOIN cart AS k ON k.id = n.cart_id AND k.completed_at IS NULL
UNION ALL SELECT k.id, r.xmin, r.ctid
FROM discount_rule AS r JOIN discount AS d ON d.rule_id = r.id
JOIN cart_discounts AS n ON n.discount_id = d.id
JOIN cart AS k ON k.id = n.cart_id AND k.completed_at IS NULL
UNION ALL SELECT n.cart_id, g.xmin, g.ctid
FROM gift_card AS g JOIN cart_gift_cards AS n ON n.gift_card_id = g.id;
