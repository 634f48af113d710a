SELECT s FROM product_type AS s;
