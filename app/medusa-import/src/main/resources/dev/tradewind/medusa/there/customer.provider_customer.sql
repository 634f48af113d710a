-- from: customer
-- key: customer_id key
-- order: id
-- Shoppers could write the metadata: the provider asks Stripe whose the customer is.
SELECT s, s.id AS customer_id, 'stripe_id' AS key, s.metadata ->> 'stripe_id' AS provider_customer,
  false AS is_confirmed
FROM customer AS s
WHERE s.deleted_at IS NULL
  AND s.metadata ->> 'stripe_id' ~ '^cus_[A-Za-z0-9]{1,250}$';
