-- Triggers that keep newest_member: the customers of groups by their creation.
--
-- The statements are planned at each execution. A cached plan is that of the tables as they were when it was
-- made. The search path is set, so that an administrator's own statements find the tables as well.

-- Writers of the tables wait behind the lock of CREATE TRIGGER, until newest_member is filled. Where a long
-- transaction delays it, the starting node gives up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

CREATE OR REPLACE FUNCTION keep_newest_customers() RETURNS trigger
LANGUAGE plpgsql
SET search_path = customer, pg_temp
AS $$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      EXECUTE '
        INSERT INTO newest_member (group_id, created_at, member_id)
        SELECT added.customer_group_id, customer.created_at, customer.id
        FROM added
        JOIN customer ON customer.id = added.customer_id';
    WHEN 'DELETE' THEN
      EXECUTE '
        DELETE FROM newest_member AS member
        USING removed
        WHERE member.member_id = removed.customer_id
          AND member.group_id = removed.customer_group_id';
    ELSE
      EXECUTE 'DELETE FROM newest_member';
  END CASE;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION follow_creation_of_customer() RETURNS trigger
LANGUAGE plpgsql
SET search_path = customer, pg_temp
AS $$
BEGIN
  EXECUTE 'UPDATE newest_member SET created_at = $2 WHERE member_id = $1'
    USING NEW.id, NEW.created_at;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER customer_created_otherwise
AFTER UPDATE OF created_at ON customer
FOR EACH ROW
WHEN (OLD.created_at <> NEW.created_at)
EXECUTE FUNCTION follow_creation_of_customer();

CREATE OR REPLACE TRIGGER members_inserted
AFTER INSERT ON customer_group_customers
REFERENCING NEW TABLE AS added
FOR EACH STATEMENT
EXECUTE FUNCTION keep_newest_customers();

CREATE OR REPLACE TRIGGER members_deleted
AFTER DELETE ON customer_group_customers
REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT
EXECUTE FUNCTION keep_newest_customers();

CREATE OR REPLACE TRIGGER members_truncated
AFTER TRUNCATE ON customer_group_customers
FOR EACH STATEMENT
EXECUTE FUNCTION keep_newest_customers();

DELETE FROM newest_member;

INSERT INTO newest_member (group_id, created_at, member_id)
SELECT link.customer_group_id, customer.created_at, customer.id
FROM customer_group_customers AS link
JOIN customer ON customer.id = link.customer_id;
