-- Tables of discounts: the audit log has each change of their rows but of the number of uses.
SET LOCAL lock_timeout = '1500ms';

SELECT audit_table(
  'discount', 'discount_change', 'id',
  'code,is_dynamic,rule_id,is_disabled,parent_discount_id,starts_at,ends_at,valid_duration,usage_limit');
SELECT audit_table('discount_rule', 'discount_change', 'id', 'type,value,allocation');
SELECT audit_table('discount_region', 'discount_change', 'discount_id', 'region_id', 'regions');
SELECT audit_table(
  'discount_condition', 'discount_change', 'discount_rule_id', 'id,type,operator', 'conditions');
SELECT audit_table(
  'discount_condition_resource', 'discount_change', 'condition_id', 'resource_id', 'resources');
