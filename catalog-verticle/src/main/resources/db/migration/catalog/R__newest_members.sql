-- Triggers that keep newest_member: the products of categories, tags and sales channels by their creation.
--
-- The statements are planned at each execution. A cached plan is that of the tables as they were when it was
-- made. The search path is set, so that an administrator's own statements find the tables as well.

-- Writers of the tables wait behind the lock of CREATE TRIGGER, until newest_member is filled. Where a long
-- transaction delays it, the starting node gives up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

-- The argument is the column with the id of the group.
CREATE OR REPLACE FUNCTION keep_newest_products() RETURNS trigger
LANGUAGE plpgsql
SET search_path = catalog, pg_temp
AS $$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      EXECUTE format('
        INSERT INTO newest_member (group_id, created_at, member_id)
        SELECT added.%I, product.created_at, product.id
        FROM added
        JOIN product ON product.id = added.product_id', TG_ARGV[0]);
    WHEN 'DELETE' THEN
      EXECUTE format('
        DELETE FROM newest_member AS member
        USING removed
        WHERE member.member_id = removed.product_id
          AND member.group_id = removed.%I', TG_ARGV[0]);
    ELSE
      EXECUTE '
        DELETE FROM newest_member AS member
        WHERE NOT EXISTS (
            SELECT FROM product_category_product AS link
            WHERE link.product_id = member.member_id
              AND link.product_category_id = member.group_id
          )
          AND NOT EXISTS (
            SELECT FROM product_tagging AS link
            WHERE link.product_id = member.member_id AND link.tag_id = member.group_id
          )
          AND NOT EXISTS (
            SELECT FROM product_sales_channel AS link
            WHERE link.product_id = member.member_id AND link.sales_channel_id = member.group_id
          )';
  END CASE;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION follow_creation_of_product() RETURNS trigger
LANGUAGE plpgsql
SET search_path = catalog, pg_temp
AS $$
BEGIN
  EXECUTE 'UPDATE newest_member SET created_at = $2 WHERE member_id = $1'
    USING NEW.id, NEW.created_at;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER product_created_otherwise
AFTER UPDATE OF created_at ON product
FOR EACH ROW
WHEN (OLD.created_at <> NEW.created_at)
EXECUTE FUNCTION follow_creation_of_product();

DO $$
DECLARE
  link record;
BEGIN
  DELETE FROM newest_member;
  FOR link IN
    SELECT *
    FROM (
      VALUES
        ('product_category_product', 'product_category_id'),
        ('product_tagging', 'tag_id'),
        ('product_sales_channel', 'sales_channel_id')
    ) AS links (name, group_id)
  LOOP
    EXECUTE format('
      CREATE OR REPLACE TRIGGER members_inserted AFTER INSERT ON %I
      REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION keep_newest_products(%L)', link.name, link.group_id);
    EXECUTE format('
      CREATE OR REPLACE TRIGGER members_deleted AFTER DELETE ON %I
      REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION keep_newest_products(%L)', link.name, link.group_id);
    EXECUTE format('
      CREATE OR REPLACE TRIGGER members_truncated AFTER TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION keep_newest_products()', link.name);
    EXECUTE format('
      INSERT INTO newest_member (group_id, created_at, member_id)
      SELECT link.%I, product.created_at, product.id
      FROM %I AS link
      JOIN product ON product.id = link.product_id', link.group_id, link.name);
  END LOOP;
END
$$;
