SELECT s FROM customer_group AS s;
