-- Triggers that keep product_sales_channel.is_on_sale: the product is published and not deleted.
--
-- The statements are planned at each execution. A cached plan is that of the tables as they were when
-- it was made: made for a small shop it read the whole of both for each import and each change of a
-- status, however large they had become. The search path is set, so that an administrator's own
-- statements find the tables as well.

-- Writers of the table wait behind the lock of CREATE TRIGGER. Where a long transaction delays it, the
-- starting node gives up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

CREATE OR REPLACE FUNCTION follow_product() RETURNS trigger
LANGUAGE plpgsql
SET search_path = catalog, pg_temp
AS $$
BEGIN
  EXECUTE
    'UPDATE product_sales_channel SET is_on_sale = $2 WHERE product_id = $1 AND is_on_sale <> $2'
    USING NEW.id, NEW.status = 'published' AND NEW.deleted_at IS NULL;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER product_followed_by_channels
AFTER UPDATE OF status, deleted_at ON product
FOR EACH ROW
WHEN (OLD.status <> NEW.status OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
EXECUTE FUNCTION follow_product();

-- The products are locked against a change of their status that does not see the new links yet.
CREATE OR REPLACE FUNCTION look_at_products() RETURNS trigger
LANGUAGE plpgsql
SET search_path = catalog, pg_temp
AS $$
BEGIN
  EXECUTE '
    SELECT FROM product
    WHERE id IN (SELECT product_id FROM added)
    ORDER BY id
    FOR SHARE';

  EXECUTE '
    UPDATE product_sales_channel AS link
    SET is_on_sale = true
    FROM added
    JOIN product ON product.id = added.product_id
    WHERE link.product_id = added.product_id
      AND link.sales_channel_id = added.sales_channel_id
      AND product.status = ''published''
      AND product.deleted_at IS NULL';
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER links_look_at_products
AFTER INSERT ON product_sales_channel
REFERENCING NEW TABLE AS added
FOR EACH STATEMENT
EXECUTE FUNCTION look_at_products();
