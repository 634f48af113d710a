-- Versions of the rows that become a document: a changed row has another xmin or ctid.
SELECT s.id AS owner, s.xmin, s.ctid FROM "return" AS s
UNION ALL SELECT m.return_id, m.xmin, m.ctid FROM shipping_method AS m
UNION ALL SELECT m.return_id, t.xmin, t.ctid
FROM shipping_method_tax_line AS t JOIN shipping_method AS m ON m.id = t.shipping_method_id;
