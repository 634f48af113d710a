SELECT create_change_log();
