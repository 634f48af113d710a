-- name: discount.discount_condition_resource customer_group
-- into: discount.discount_condition_resource
-- key: condition_id resource_id
-- order: condition_id customer_group_id
SELECT s, s.customer_group_id AS resource_id
FROM discount_condition_customer_group AS s;
