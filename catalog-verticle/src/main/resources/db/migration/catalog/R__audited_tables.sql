-- Tables of amounts and of what decides them: the audit log has each change of their rows.
SET LOCAL lock_timeout = '1500ms';

SELECT audit_table(
  'money_amount', 'price_change', 'price_list_id,variant_id',
  'variant_id,currency_code,region_id,amount,min_quantity,max_quantity', 'prices');
SELECT audit_table(
  'price_list', 'price_change', 'id',
  'name,description,type,status,starts_at,ends_at,includes_tax,is_for_groups');
SELECT audit_table(
  'price_list_customer_group', 'price_change', 'price_list_id', 'customer_group_id',
  'customer_groups');
SELECT audit_table('tax_rate', 'setting_change', 'id', 'rate,code,name,region_id');
SELECT audit_table('product_tax_rate', 'setting_change', 'rate_id', 'product_id', 'products');
SELECT audit_table(
  'product_type_tax_rate', 'setting_change', 'rate_id', 'product_type_id', 'product_types');
SELECT audit_table(
  'shipping_tax_rate', 'setting_change', 'rate_id', 'shipping_option_id', 'shipping_options');
SELECT audit_table(
  'shipping_option', 'setting_change', 'id',
  'name,region_id,profile_id,provider_id,price_type,amount,is_return,admin_only,includes_tax');
SELECT audit_table(
  'shipping_option_requirement', 'setting_change', 'shipping_option_id', 'type,amount',
  'requirements');
