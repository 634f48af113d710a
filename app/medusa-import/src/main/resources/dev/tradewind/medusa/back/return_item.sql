-- key: return_id item_id
-- optional: reason_id return_reason
SELECT i.return_id, i.item_id, i.quantity, i.is_requested, i.requested_quantity,
  i.received_quantity, i.reason_id, i.note, i.metadata
FROM orders.return_item AS i
JOIN orders."return" AS r ON r.id = i.return_id
JOIN changed_order AS changed ON changed.id = r.order_id;
