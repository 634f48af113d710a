-- Versions of the rows that become a document: a changed row has another xmin or ctid.
SELECT s.id AS owner, s.xmin, s.ctid FROM swap AS s
UNION ALL SELECT l.swap_id, l.xmin, l.ctid FROM line_item AS l
UNION ALL SELECT l.swap_id, t.xmin, t.ctid
FROM line_item_tax_line AS t JOIN line_item AS l ON l.id = t.item_id
UNION ALL SELECT l.swap_id, a.xmin, a.ctid
FROM line_item_adjustment AS a JOIN line_item AS l ON l.id = a.item_id
UNION ALL SELECT m.swap_id, m.xmin, m.ctid FROM shipping_method AS m
UNION ALL SELECT m.swap_id, t.xmin, t.ctid
FROM shipping_method_tax_line AS t JOIN shipping_method AS m ON m.id = t.shipping_method_id
UNION ALL SELECT o.id, n.xmin, n.ctid
FROM address AS n JOIN swap AS o ON o.shipping_address_id = n.id;
