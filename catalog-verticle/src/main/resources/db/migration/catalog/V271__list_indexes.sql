-- Pages of a collection in their order, so that a page reads as many products as it skips and shows.
CREATE INDEX product_of_collection ON product (collection_id, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
DROP INDEX product_collection_id;

-- With the product, so that lists and their counts need not visit the links.
CREATE INDEX product_on_sale ON product_sales_channel (sales_channel_id, product_id)
  WHERE is_on_sale;
DROP INDEX product_sales_channel_on_sale;

CREATE INDEX product_of_category ON product_category_product (product_category_id, product_id);
DROP INDEX product_category_product_category;
