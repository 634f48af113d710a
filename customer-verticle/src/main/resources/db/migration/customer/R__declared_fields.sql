-- Customers, guests among them, for whom a shop declares fields.
SELECT declare_resource(
  'customer', 'customer', 'SELECT id, metadata FROM customer WHERE deleted_at IS NULL',
  'deleted_at IS NULL');

-- Fields of other schemas refer to these rows.
DO $$
DECLARE
  reader text;
BEGIN
  FOR reader IN
    SELECT rolname
    FROM pg_roles
    WHERE rolname IN ('${role_prefix}catalog', '${role_prefix}cart', '${role_prefix}orders')
  LOOP
    EXECUTE format('GRANT USAGE ON SCHEMA customer TO %I', reader);
    EXECUTE format('GRANT EXECUTE ON FUNCTION has_declarable_row TO %I', reader);
  END LOOP;
END
$$;
