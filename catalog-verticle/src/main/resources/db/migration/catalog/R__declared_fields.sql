-- Resources of the catalog for which a shop declares fields.
SELECT declare_resource(
  resource, relation, format('SELECT id, metadata FROM %I WHERE deleted_at IS NULL', relation),
  'deleted_at IS NULL')
FROM (VALUES
  ('product', 'product'), ('variant', 'product_variant'), ('collection', 'product_collection'),
  ('region', 'region')
) AS declarable (resource, relation);

-- Fields of other schemas refer to these rows.
DO $$
DECLARE
  reader text;
BEGIN
  FOR reader IN
    SELECT rolname
    FROM pg_roles
    WHERE rolname IN ('${role_prefix}customer', '${role_prefix}cart', '${role_prefix}orders')
  LOOP
    EXECUTE format('GRANT USAGE ON SCHEMA catalog TO %I', reader);
    EXECUTE format('GRANT EXECUTE ON FUNCTION has_declarable_row TO %I', reader);
  END LOOP;
END
$$;
