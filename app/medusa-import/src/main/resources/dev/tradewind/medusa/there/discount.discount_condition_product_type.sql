-- name: discount.discount_condition_resource product_type
-- into: discount.discount_condition_resource
-- key: condition_id resource_id
-- order: condition_id product_type_id
SELECT s, s.product_type_id AS resource_id
FROM discount_condition_product_type AS s;
