-- key: fulfillment_id item_id
SELECT i.fulfillment_id, i.item_id, i.quantity
FROM orders.fulfillment_item AS i
JOIN orders.fulfillment AS f ON f.id = i.fulfillment_id
JOIN changed_order AS changed ON changed.id = f.order_id
WHERE f.accepted_at IS NOT NULL;
