-- Resources of the catalog for which a shop declares fields.
SELECT declare_resource(
  resource, relation, format('SELECT id, metadata FROM %I WHERE deleted_at IS NULL', relation),
  'deleted_at IS NULL')
FROM (VALUES
  ('product', 'product'), ('variant', 'product_variant'), ('collection', 'product_collection'),
  ('region', 'region')
) AS declarable (resource, relation);

-- Fields of other schemas refer to these rows.
SELECT permit_references('${role_prefix}customer', '${role_prefix}cart', '${role_prefix}orders');
