-- Membership of customers in groups, which decides prices: the audit log has each change.
SET LOCAL lock_timeout = '1500ms';

SELECT audit_table(
  'customer_group_customers', 'group_change', 'customer_id', 'customer_group_id', 'groups');
