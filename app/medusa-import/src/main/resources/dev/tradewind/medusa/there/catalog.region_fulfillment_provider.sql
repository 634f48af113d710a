-- from: region_fulfillment_providers
-- key: region_id provider_id
SELECT s FROM region_fulfillment_providers AS s;
