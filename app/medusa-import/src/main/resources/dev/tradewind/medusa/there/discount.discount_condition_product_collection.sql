-- name: discount.discount_condition_resource product_collection
-- into: discount.discount_condition_resource
-- key: condition_id resource_id
-- order: condition_id product_collection_id
SELECT s, s.product_collection_id AS resource_id
FROM discount_condition_product_collection AS s;
