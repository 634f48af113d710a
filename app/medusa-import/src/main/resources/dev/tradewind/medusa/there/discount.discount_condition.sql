SELECT s FROM discount_condition AS s;
