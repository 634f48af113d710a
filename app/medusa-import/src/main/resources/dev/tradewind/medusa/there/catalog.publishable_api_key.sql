SELECT s FROM publishable_api_key AS s;
