SELECT publish_changes('cart');
