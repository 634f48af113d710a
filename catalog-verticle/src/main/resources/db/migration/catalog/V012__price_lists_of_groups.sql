-- A list that was made for customer groups stays limited to groups, also after the last of them is
-- deleted: it is then for nobody, and not for all.
ALTER TABLE price_list ADD COLUMN is_for_groups boolean NOT NULL DEFAULT false;

UPDATE price_list
SET is_for_groups = true
WHERE id IN (SELECT price_list_id FROM price_list_customer_group);

CREATE FUNCTION limit_to_groups() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE price_list
  SET is_for_groups = true
  WHERE id IN (SELECT price_list_id FROM added)
    AND NOT is_for_groups;
  RETURN NULL;
END
$$;

CREATE TRIGGER groups_limit_price_lists
AFTER INSERT ON price_list_customer_group
REFERENCING NEW TABLE AS added
FOR EACH STATEMENT
EXECUTE FUNCTION limit_to_groups();

-- Groups are taken out of all lists when they are deleted, and lists are asked for by group.
CREATE INDEX price_list_customer_group_group ON price_list_customer_group (customer_group_id);
