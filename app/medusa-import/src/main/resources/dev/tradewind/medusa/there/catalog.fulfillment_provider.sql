SELECT s FROM fulfillment_provider AS s;
