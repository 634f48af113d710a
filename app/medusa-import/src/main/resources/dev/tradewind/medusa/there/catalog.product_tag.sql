SELECT s FROM product_tag AS s;
