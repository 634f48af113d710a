-- Triggers that write the change log, in the transaction of each change.

-- Writers of the tables wait behind the lock of CREATE TRIGGER. Where a long transaction delays it,
-- the starting node gives up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

-- Each guest who checks out is a new customer: nothing that is cached shows one who was not there.
SELECT watch_changes(
  'customer', 'log_change_of_ids(''customer'', ''id'')', events => ARRAY['update', 'delete']);

SELECT watch_changes(relation, call)
FROM (
  VALUES
    ('address', 'log_change_of_ids(''customer'', ''customer_id'')'),
    ('customer_group_customers', 'log_change_of_ids(''customer'', ''customer_id'')')
) AS watched (relation, call);
