SELECT i.id, i.claim_order_id, i.item_id, i.variant_id, i.reason, i.note, i.quantity, i.metadata,
  i.created_at, i.updated_at
FROM orders.claim_item AS i
JOIN orders.claim_order AS c ON c.id = i.claim_order_id
JOIN changed_order AS changed ON changed.id = c.order_id;
