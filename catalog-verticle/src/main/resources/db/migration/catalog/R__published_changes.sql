-- Carts show regions, products, shipping options and sales channels, orders show regions.
SELECT publish_changes('cart');
SELECT publish_changes('orders');
