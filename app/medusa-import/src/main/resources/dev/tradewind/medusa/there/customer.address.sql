SELECT s, lower(s.country_code) AS country_code
FROM address AS s
WHERE s.customer_id IS NOT NULL
  OR EXISTS (SELECT FROM customer AS c WHERE c.billing_address_id = s.id);
