-- Versions of the rows that become a document: a changed row has another xmin or ctid.
SELECT s.id AS owner, s.xmin, s.ctid FROM "order" AS s
UNION ALL SELECT l.order_id, l.xmin, l.ctid FROM line_item AS l
UNION ALL SELECT l.order_id, t.xmin, t.ctid
FROM line_item_tax_line AS t JOIN line_item AS l ON l.id = t.item_id
UNION ALL SELECT l.order_id, a.xmin, a.ctid
FROM line_item_adjustment AS a JOIN line_item AS l ON l.id = a.item_id
UNION ALL SELECT m.order_id, m.xmin, m.ctid FROM shipping_method AS m
UNION ALL SELECT m.order_id, t.xmin, t.ctid
FROM shipping_method_tax_line AS t JOIN shipping_method AS m ON m.id = t.shipping_method_id
UNION ALL SELECT o.id, n.xmin, n.ctid
FROM address AS n JOIN "order" AS o ON o.shipping_address_id = n.id
UNION ALL SELECT o.id, n.xmin, n.ctid
FROM address AS n JOIN "order" AS o ON o.billing_address_id = n.id
UNION ALL SELECT o.id, n.xmin, n.ctid FROM customer AS n JOIN "order" AS o ON o.customer_id = n.id
UNION ALL SELECT n.order_id, n.xmin, n.ctid FROM order_discounts AS n
UNION ALL SELECT n.order_id, n.xmin, n.ctid FROM order_gift_cards AS n
UNION ALL SELECT n.order_id, n.xmin, n.ctid FROM gift_card_transaction AS n
UNION ALL SELECT n.order_id, g.xmin, g.ctid
FROM gift_card AS g JOIN order_gift_cards AS n ON n.gift_card_id = g.id;
