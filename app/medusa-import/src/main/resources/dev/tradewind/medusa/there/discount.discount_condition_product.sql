-- name: discount.discount_condition_resource product
-- into: discount.discount_condition_resource
-- key: condition_id resource_id
-- order: condition_id product_id
SELECT s, s.product_id AS resource_id
FROM discount_condition_product AS s;
