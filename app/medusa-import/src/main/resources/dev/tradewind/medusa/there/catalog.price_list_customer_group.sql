-- from: price_list_customer_groups
-- key: price_list_id customer_group_id
SELECT s FROM price_list_customer_groups AS s;
