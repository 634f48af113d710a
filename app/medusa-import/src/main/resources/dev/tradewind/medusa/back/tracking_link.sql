SELECT i.id, i.fulfillment_id, i.tracking_number, i.url, i.metadata, i.created_at, i.updated_at
FROM orders.tracking_link AS i
JOIN orders.fulfillment AS f ON f.id = i.fulfillment_id
JOIN changed_order AS changed ON changed.id = f.order_id
WHERE f.accepted_at IS NOT NULL;
