-- Carts show their customer.
SELECT publish_changes('cart');
