-- from: product_tags
-- key: product_id tag_id
-- order: product_id product_tag_id
SELECT s, s.product_tag_id AS tag_id
FROM product_tags AS s;
