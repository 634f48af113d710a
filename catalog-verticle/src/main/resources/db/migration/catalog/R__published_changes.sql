-- Carts show regions, products, shipping options and sales channels.
SELECT publish_changes('cart');
