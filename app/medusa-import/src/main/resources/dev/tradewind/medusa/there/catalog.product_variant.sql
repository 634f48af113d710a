SELECT s FROM product_variant AS s;
