-- Payments to look at again at their provider: because the provider said so, or because a session was
-- opened that its shopper pays there. Done without a due time, and kept so that a repeated notice has no
-- effect.
CREATE TABLE payment_notice (
  id text PRIMARY KEY,
  provider_id text NOT NULL,
  reference text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  received_at timestamptz NOT NULL,
  due_at timestamptz
);

CREATE INDEX payment_notice_due ON payment_notice (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payment_notice_received ON payment_notice (received_at) WHERE due_at IS NULL;

-- Where shoppers pay at the provider themselves, a session is its authorization: one attempt at a time
-- uses it or releases it.
ALTER TABLE payment_attempt ADD COLUMN session_reference text;
CREATE UNIQUE INDEX payment_attempt_session ON payment_attempt (provider_id, session_reference)
  WHERE session_reference IS NOT NULL
    AND status IN ('authorizing', 'authorized', 'used', 'voiding');
