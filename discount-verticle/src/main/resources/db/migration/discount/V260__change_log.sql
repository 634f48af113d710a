-- Change log: what the carts in memory are compared with.
SELECT create_change_log();
