-- name: discount.discount_condition_resource product_tag
-- into: discount.discount_condition_resource
-- key: condition_id resource_id
-- order: condition_id product_tag_id
SELECT s, s.product_tag_id AS resource_id
FROM discount_condition_product_tag AS s;
