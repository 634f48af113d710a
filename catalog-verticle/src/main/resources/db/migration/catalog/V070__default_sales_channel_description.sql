-- The description that the contract gives the first sales channel, unless staff have changed it.
UPDATE sales_channel
SET description = 'Created by Medusa'
WHERE id = 'sc_01KAHS4V2M8Q6ZC0W3T9RJ5X7B' AND description = 'Where everything is sold';
