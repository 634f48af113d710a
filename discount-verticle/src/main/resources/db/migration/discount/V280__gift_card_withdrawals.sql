-- What refunds, returns, swaps and claims of the order in which a gift card was bought took from its
-- balance. The cause is the id of the refund, return, swap or claim.
CREATE TABLE gift_card_withdrawal (
  cause text NOT NULL,
  gift_card_id text NOT NULL REFERENCES gift_card,
  order_id text NOT NULL,
  -- Whether it was exchanged by a swap or claim, which may be canceled, and not refunded.
  is_exchange boolean NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- Whether it took the last of the balance, and so disabled the card.
  emptied boolean NOT NULL,
  created_at timestamptz NOT NULL,
  restored_at timestamptz,
  PRIMARY KEY (cause, gift_card_id)
);

CREATE INDEX gift_card_withdrawal_card ON gift_card_withdrawal (gift_card_id);
