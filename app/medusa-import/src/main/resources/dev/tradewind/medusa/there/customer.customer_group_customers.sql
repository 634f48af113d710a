-- key: customer_group_id customer_id
SELECT s FROM customer_group_customers AS s;
