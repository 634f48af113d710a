SELECT m.id, m.shipping_option_id, m.order_id, m.swap_id, m.claim_order_id, m.return_id,
  (SELECT c.id FROM cart.cart AS c WHERE c.id = m.cart_id) AS cart_id, m.price,
  coalesce(m.data, '{}') AS data, coalesce(m.includes_tax, false) AS includes_tax
FROM changed_method AS m;
