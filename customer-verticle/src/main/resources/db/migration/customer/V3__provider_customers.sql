-- Ids of customers at the services of payment providers, by the key of the provider. An id that was
-- in the metadata, which shoppers could write, is not confirmed: the provider asks its service
-- whose it is before it uses it.
CREATE TABLE provider_customer (
  customer_id text NOT NULL REFERENCES customer ON DELETE CASCADE,
  key text NOT NULL,
  provider_customer text NOT NULL,
  is_confirmed boolean NOT NULL,
  PRIMARY KEY (customer_id, key)
);

CREATE UNIQUE INDEX provider_customer_owner ON provider_customer (key, provider_customer)
WHERE is_confirmed;

INSERT INTO provider_customer (customer_id, key, provider_customer, is_confirmed)
SELECT id, 'stripe_id', metadata->>'stripe_id', false
FROM customer
WHERE deleted_at IS NULL
  AND metadata->>'stripe_id' ~ '^cus_[A-Za-z0-9]{1,250}$';
