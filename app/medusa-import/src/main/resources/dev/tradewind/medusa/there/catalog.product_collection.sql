SELECT s FROM product_collection AS s;
