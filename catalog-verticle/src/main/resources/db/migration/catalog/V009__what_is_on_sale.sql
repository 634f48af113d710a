-- Whether a product is on sale in a channel (published and not deleted) is kept with the link, so
-- that the length of a channel's list is counted in one index, however long it is.
ALTER TABLE product_sales_channel ADD COLUMN is_on_sale boolean NOT NULL DEFAULT false;

UPDATE product_sales_channel AS link
SET is_on_sale = true
FROM product
WHERE product.id = link.product_id
  AND product.status = 'published'
  AND product.deleted_at IS NULL;

CREATE INDEX product_sales_channel_on_sale ON product_sales_channel (sales_channel_id)
  WHERE is_on_sale;

CREATE FUNCTION follow_product() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE product_sales_channel
  SET is_on_sale = NEW.status = 'published' AND NEW.deleted_at IS NULL
  WHERE product_id = NEW.id
    AND is_on_sale <> (NEW.status = 'published' AND NEW.deleted_at IS NULL);
  RETURN NULL;
END
$$;

CREATE TRIGGER product_followed_by_channels
AFTER UPDATE OF status, deleted_at ON product
FOR EACH ROW
WHEN (OLD.status <> NEW.status OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
EXECUTE FUNCTION follow_product();

-- The products are locked against a change of their status that does not see the new links yet.
CREATE FUNCTION look_at_products() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM FROM product
  WHERE id IN (SELECT product_id FROM added)
  ORDER BY id
  FOR SHARE;

  UPDATE product_sales_channel AS link
  SET is_on_sale = true
  FROM added
  JOIN product ON product.id = added.product_id
  WHERE link.product_id = added.product_id
    AND link.sales_channel_id = added.sales_channel_id
    AND product.status = 'published'
    AND product.deleted_at IS NULL;
  RETURN NULL;
END
$$;

CREATE TRIGGER links_look_at_products
AFTER INSERT ON product_sales_channel
REFERENCING NEW TABLE AS added
FOR EACH STATEMENT
EXECUTE FUNCTION look_at_products();
