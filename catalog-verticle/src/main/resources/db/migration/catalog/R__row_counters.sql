-- Tables whose lists show the number of all rows.

-- Writers of the tables wait behind the lock of CREATE TRIGGER. Where a long transaction delays it,
-- the starting node gives up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

SELECT maintain_row_counter('product');

-- Counts the products on sale in each channel, under the name of the table and the id of the channel.
CREATE OR REPLACE FUNCTION count_products_on_sale() RETURNS trigger
LANGUAGE plpgsql
SET search_path = catalog, pg_temp
AS $$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      PERFORM add_to_row_counter(TG_TABLE_NAME || ' ' || sales_channel_id, count(*))
      FROM added
      WHERE is_on_sale
      GROUP BY sales_channel_id;
    WHEN 'UPDATE' THEN
      PERFORM add_to_row_counter(TG_TABLE_NAME || ' ' || sales_channel_id, sum(difference))
      FROM (
        SELECT sales_channel_id, 1 AS difference
        FROM added
        WHERE is_on_sale
        UNION ALL
        SELECT sales_channel_id, -1
        FROM removed
        WHERE is_on_sale
      ) AS changed
      GROUP BY sales_channel_id
      HAVING sum(difference) <> 0;
    WHEN 'DELETE' THEN
      PERFORM add_to_row_counter(TG_TABLE_NAME || ' ' || sales_channel_id, -count(*))
      FROM removed
      WHERE is_on_sale
      GROUP BY sales_channel_id;
    ELSE
      DELETE FROM row_counter WHERE starts_with(counted, TG_TABLE_NAME || ' ');
  END CASE;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER counted_insert
AFTER INSERT ON product_sales_channel
REFERENCING NEW TABLE AS added
FOR EACH STATEMENT
EXECUTE FUNCTION count_products_on_sale();

CREATE OR REPLACE TRIGGER counted_update
AFTER UPDATE ON product_sales_channel
REFERENCING OLD TABLE AS removed NEW TABLE AS added
FOR EACH STATEMENT
EXECUTE FUNCTION count_products_on_sale();

CREATE OR REPLACE TRIGGER counted_delete
AFTER DELETE ON product_sales_channel
REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT
EXECUTE FUNCTION count_products_on_sale();

CREATE OR REPLACE TRIGGER counted_truncation
AFTER TRUNCATE ON product_sales_channel
FOR EACH STATEMENT
EXECUTE FUNCTION count_products_on_sale();

DELETE FROM row_counter WHERE starts_with(counted, 'product_sales_channel ');

SELECT add_to_row_counter('product_sales_channel ' || sales_channel_id, count(*))
FROM product_sales_channel
WHERE is_on_sale
GROUP BY sales_channel_id;
