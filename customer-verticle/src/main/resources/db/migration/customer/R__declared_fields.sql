-- Customers, guests among them, for whom a shop declares fields.
SELECT declare_resource(
  'customer', 'customer', 'SELECT id, metadata FROM customer WHERE deleted_at IS NULL',
  'deleted_at IS NULL');

-- Fields of other schemas refer to these rows.
SELECT permit_references('${role_prefix}catalog', '${role_prefix}cart', '${role_prefix}orders');
