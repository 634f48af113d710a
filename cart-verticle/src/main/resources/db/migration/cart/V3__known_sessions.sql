-- Notices of sessions are kept longer than those of providers: by them the shop knows that a payment is its
-- own although the cart is deleted.
DROP INDEX payment_notice_received;
CREATE INDEX payment_notice_received ON payment_notice (received_at)
  WHERE due_at IS NULL AND id NOT LIKE 'session:%';
CREATE INDEX payment_notice_session_received ON payment_notice (received_at)
  WHERE due_at IS NULL AND id LIKE 'session:%';
CREATE INDEX payment_notice_session ON payment_notice (reference) WHERE id LIKE 'session:%';
