SELECT s FROM payment_provider AS s;
