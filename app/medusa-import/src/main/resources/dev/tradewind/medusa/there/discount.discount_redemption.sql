-- from: order_discounts
-- key: cart_id discount_id
-- An order has a cart here; an order without one gets an id made of its own.
SELECT s, coalesce(o.cart_id, 'cart_' || substr(o.id, 7)) AS cart_id, o.created_at AS redeemed_at,
  o.canceled_at AS released_at
FROM order_discounts AS s
JOIN "order" AS o ON o.id = s.order_id
JOIN discount AS d ON d.id = s.discount_id AND d.rule_id IS NOT NULL;
