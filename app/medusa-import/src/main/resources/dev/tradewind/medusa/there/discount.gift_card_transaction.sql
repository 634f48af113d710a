-- sums: amount
SELECT s,
  c.balance = 0 AND NOT EXISTS (
    SELECT
    FROM gift_card_transaction AS later
    WHERE later.gift_card_id = s.gift_card_id
      AND (later.created_at, later.id) > (s.created_at, s.id)) AS emptied
FROM gift_card_transaction AS s
JOIN gift_card AS c ON c.id = s.gift_card_id
WHERE s.amount > 0;
