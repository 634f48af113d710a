-- Trigger that keeps the product categories a tree of 50 levels at most: no category comes below itself.

-- Writers of the table wait behind the lock of CREATE TRIGGER. Where a long transaction delays it, the
-- starting node gives up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

-- Held until the end of the transaction by every change of the tree: two moves that are right one after
-- the other may close a loop side by side, and ranks of siblings change together.
CREATE OR REPLACE FUNCTION lock_category_tree() RETURNS void
LANGUAGE sql
AS $$
  SELECT pg_advisory_xact_lock('product_category'::regclass::oid::integer, 0);
$$;

CREATE OR REPLACE FUNCTION keep_category_tree() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  levels_above integer;
  levels_below integer;
  is_loop boolean;
BEGIN
  PERFORM lock_category_tree();
  -- No more rows of a recursion are read than its query takes.
  WITH RECURSIVE ancestor AS (
    SELECT id, parent_category_id FROM product_category WHERE id = NEW.parent_category_id
    UNION
    SELECT parent.id, parent.parent_category_id
    FROM product_category AS parent
    JOIN ancestor ON parent.id = ancestor.parent_category_id
  ), above AS (
    SELECT * FROM ancestor LIMIT 51
  )
  SELECT count(*), bool_or(NEW.id IN (id, parent_category_id))
  INTO levels_above, is_loop
  FROM above;
  IF is_loop THEN
    RAISE EXCEPTION 'Product category % comes below itself', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'product_category_tree';
  END IF;
  WITH RECURSIVE branch AS (
    SELECT NEW.id AS id, 0 AS level
    UNION ALL
    SELECT child.id, branch.level + 1
    FROM product_category AS child
    JOIN branch ON child.parent_category_id = branch.id
    WHERE branch.level < 50
  )
  SELECT max(level) INTO levels_below FROM branch;
  IF levels_above + 1 + levels_below > 50 THEN
    RAISE EXCEPTION 'Product category % comes below the level 50', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'product_category_levels';
  END IF;
  RETURN NEW;
END
$$;

-- Rows that are inserted together may name each other.
CREATE OR REPLACE TRIGGER product_categories_are_inserted_as_a_tree
BEFORE INSERT ON product_category
FOR EACH ROW
WHEN (NEW.parent_category_id IS NOT NULL)
EXECUTE FUNCTION keep_category_tree();

CREATE OR REPLACE TRIGGER product_categories_form_a_tree
BEFORE UPDATE OF parent_category_id ON product_category
FOR EACH ROW
WHEN (
  NEW.parent_category_id IS NOT NULL
  AND NEW.parent_category_id IS DISTINCT FROM OLD.parent_category_id
)
EXECUTE FUNCTION keep_category_tree();
