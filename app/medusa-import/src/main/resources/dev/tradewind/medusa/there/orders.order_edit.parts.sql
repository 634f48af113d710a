-- Versions of the rows that become a document: a changed row has another xmin or ctid.
SELECT s.id AS owner, s.xmin, s.ctid FROM order_edit AS s
UNION ALL SELECT l.order_edit_id, l.xmin, l.ctid FROM line_item AS l
UNION ALL SELECT l.order_edit_id, t.xmin, t.ctid
FROM line_item_tax_line AS t JOIN line_item AS l ON l.id = t.item_id
UNION ALL SELECT l.order_edit_id, a.xmin, a.ctid
FROM line_item_adjustment AS a JOIN line_item AS l ON l.id = a.item_id
UNION ALL SELECT n.order_edit_id, n.xmin, n.ctid FROM order_item_change AS n
UNION ALL SELECT e.id, l.xmin, l.ctid
FROM line_item AS l JOIN order_edit AS e ON e.order_id = l.order_id
UNION ALL SELECT e.id, g.xmin, g.ctid
FROM gift_card AS g JOIN order_gift_cards AS n ON n.gift_card_id = g.id
JOIN order_edit AS e ON e.order_id = n.order_id;
