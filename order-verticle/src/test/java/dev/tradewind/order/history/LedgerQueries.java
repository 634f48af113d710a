package dev.tradewind.order.history;

/** Queries of orders, items, cards and operations whose ledgers do not add up. */
public final class LedgerQueries {

  public static final String REFUNDS =
      """
      SELECT payment.order_id
      FROM (
        SELECT order_id, sum(amount_refunded) AS refunded,
          coalesce(sum(amount) FILTER (WHERE captured_at IS NOT NULL), 0) AS captured
        FROM orders.payment
        GROUP BY order_id
      ) AS payment
      LEFT JOIN (
        SELECT order_id, sum(amount) AS amount FROM orders.refund GROUP BY order_id
      ) AS refund ON refund.order_id = payment.order_id
      LEFT JOIN (
        SELECT order_id, sum(amount) AS amount
        FROM orders.payment_work
        WHERE kind = 'refund' AND status = 'done'
        GROUP BY order_id
      ) AS work ON work.order_id = payment.order_id
      WHERE payment.refunded <> coalesce(refund.amount, 0)
        OR payment.refunded <> coalesce(work.amount, 0)
        OR payment.refunded > payment.captured
      """;

  public static final String UNITS =
      """
      SELECT progress.item_id
      FROM orders.line_progress AS progress
      LEFT JOIN (
        SELECT item.item_id, sum(item.received_quantity) AS units
        FROM orders."return" AS returned
        JOIN orders.return_item AS item ON item.return_id = returned.id
        WHERE returned.status = 'received'
        GROUP BY item.item_id
      ) AS returned ON returned.item_id = progress.item_id
      LEFT JOIN (
        SELECT item.item_id, sum(item.quantity) AS units
        FROM orders.claim_order AS claim
        JOIN orders.claim_item AS item ON item.claim_order_id = claim.id
        WHERE claim.canceled_at IS NULL
        GROUP BY item.item_id
      ) AS claimed ON claimed.item_id = progress.item_id
      WHERE coalesce(progress.returned_quantity, 0) <> coalesce(returned.units, 0)
        OR coalesce(progress.claimed_quantity, 0) <> coalesce(claimed.units, 0)
      """;

  public static final String SETTLED =
      """
      SELECT line.item_id
      FROM (
        SELECT line ->> 'id' AS item_id, (line ->> 'quantity')::bigint AS quantity
        FROM orders."order" AS placed, json_array_elements(placed.snapshot -> 'items') AS line
      ) AS line
      JOIN (
        SELECT item.item_id, coalesce(item.received_quantity, item.quantity) AS units
        FROM orders."return" AS returned
        JOIN orders.return_item AS item ON item.return_id = returned.id
        WHERE returned.status <> 'canceled' AND returned.swap_id IS NULL
          AND returned.claim_order_id IS NULL
        UNION ALL
        SELECT item.item_id, item.requested_quantity
        FROM orders.swap
        JOIN orders."return" AS returned ON returned.swap_id = swap.id
        JOIN orders.return_item AS item ON item.return_id = returned.id
        WHERE swap.canceled_at IS NULL AND item.requested_quantity IS NOT NULL
        UNION ALL
        SELECT item.item_id, item.quantity
        FROM orders.claim_order AS claim
        JOIN orders.claim_item AS item ON item.claim_order_id = claim.id
        WHERE claim.canceled_at IS NULL
      ) AS settled ON settled.item_id = line.item_id
      GROUP BY line.item_id, line.quantity
      HAVING sum(settled.units) > line.quantity
      """;

  public static final String CARDS =
      """
      SELECT card.id
      FROM discount.gift_card AS card
      WHERE card.balance + (
          SELECT coalesce(sum(amount), 0) FROM discount.gift_card_withdrawal AS taken
          WHERE taken.gift_card_id = card.id AND NOT taken.is_restored) > card.value
      """;

  public static final String AUDIT =
      """
      SELECT coalesce(work.id, entry.operation_id)
      FROM (SELECT id FROM orders.payment_work WHERE kind <> 'authorize') AS work
      FULL JOIN (
        SELECT after ->> 'operation_id' AS operation_id, count(*) AS times
        FROM orders.audit_entry
        WHERE action IN ('payment_capture', 'payment_void', 'refund')
        GROUP BY 1
      ) AS entry ON entry.operation_id = work.id
      WHERE entry.times IS DISTINCT FROM 1 OR work.id IS NULL
      """;

  private LedgerQueries() {}
}
