-- A refund that the provider had accepted may fail later: its money is back at the shop.
ALTER TABLE payment_work DROP CONSTRAINT payment_work_status_check;
ALTER TABLE payment_work ADD CONSTRAINT payment_work_status_check
  CHECK (status IN ('asked', 'done', 'refused', 'failed'));
ALTER TABLE payment_work ADD CONSTRAINT payment_work_failed_check
  CHECK (status <> 'failed' OR kind = 'refund');

-- Disputes of payers as their provider last told them; a change of the status is published once.
CREATE TABLE payment_dispute (
  payment_id text NOT NULL REFERENCES payment (id),
  id text NOT NULL,
  amount bigint NOT NULL,
  status text NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (payment_id, id)
);
