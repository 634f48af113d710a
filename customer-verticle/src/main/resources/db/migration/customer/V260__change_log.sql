-- Change log: what cached data with customers are compared with.
SELECT create_change_log();
