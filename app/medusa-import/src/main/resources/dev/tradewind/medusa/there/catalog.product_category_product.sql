-- key: product_id product_category_id
SELECT s FROM product_category_product AS s;
