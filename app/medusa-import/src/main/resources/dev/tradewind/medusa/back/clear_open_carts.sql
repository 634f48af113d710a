-- Parts of open carts that may be gone: they are written anew, or computed by Medusa. The settings
-- have the ids of the carts and of the lines that they still have, as JSON.
DELETE FROM line_item_tax_line
WHERE item_id IN (
  SELECT l.id FROM line_item AS l
  JOIN jsonb_array_elements_text(current_setting('tradewind.open_carts', true)::jsonb) AS c (id)
    ON c.id = l.cart_id
  WHERE l.order_id IS NULL);

DELETE FROM line_item_adjustment
WHERE item_id IN (
  SELECT l.id FROM line_item AS l
  JOIN jsonb_array_elements_text(current_setting('tradewind.open_carts', true)::jsonb) AS c (id)
    ON c.id = l.cart_id
  WHERE l.order_id IS NULL);

DELETE FROM line_item AS l
USING jsonb_array_elements_text(current_setting('tradewind.open_carts', true)::jsonb) AS c (id)
WHERE l.cart_id = c.id
  AND l.order_id IS NULL
  AND l.id NOT IN (
    SELECT jsonb_array_elements_text(current_setting('tradewind.open_lines', true)::jsonb));

DELETE FROM shipping_method_tax_line
WHERE shipping_method_id IN (
  SELECT m.id FROM shipping_method AS m
  JOIN jsonb_array_elements_text(current_setting('tradewind.open_carts', true)::jsonb) AS c (id)
    ON c.id = m.cart_id
  WHERE m.order_id IS NULL);

DELETE FROM shipping_method AS m
USING jsonb_array_elements_text(current_setting('tradewind.open_carts', true)::jsonb) AS c (id)
WHERE m.cart_id = c.id
  AND m.order_id IS NULL;

DELETE FROM payment_session AS t
USING jsonb_array_elements_text(current_setting('tradewind.open_carts', true)::jsonb) AS c (id)
WHERE t.cart_id = c.id;

DELETE FROM cart_discounts AS t
USING jsonb_array_elements_text(current_setting('tradewind.open_carts', true)::jsonb) AS c (id)
WHERE t.cart_id = c.id;

DELETE FROM cart_gift_cards AS t
USING jsonb_array_elements_text(current_setting('tradewind.open_carts', true)::jsonb) AS c (id)
WHERE t.cart_id = c.id;
