-- from: region_payment_providers
-- key: region_id provider_id
SELECT s FROM region_payment_providers AS s;
