package dev.tradewind.acceptance.chaos.invariant;

import java.util.Map;

/** Invariants of settled units and of the audit log, each with a query of its violations. */
final class SettlementInvariants {

  static final Map<String, String> SQL =
      Map.of(
          "A unit is returned, expected back, swapped or claimed once",
          """
          SELECT progress.item_id
          FROM orders.line_progress AS progress
          JOIN (
            SELECT item.item_id, coalesce(item.received_quantity, item.quantity) AS quantity
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
          ) AS settled ON settled.item_id = progress.item_id
          GROUP BY progress.item_id, progress.quantity
          HAVING sum(settled.quantity) > progress.quantity
          """,
          "Every capture, void and refund has one entry of the audit log",
          """
          SELECT coalesce(work.id, entry.operation_id)
          FROM (SELECT id FROM orders.payment_work WHERE kind <> 'authorize') AS work
          FULL JOIN (
            SELECT after ->> 'operation_id' AS operation_id, count(*) AS times
            FROM orders.audit_entry
            WHERE action IN ('payment_capture', 'payment_void', 'refund')
            GROUP BY 1
          ) AS entry ON entry.operation_id = work.id
          WHERE work.id IS NULL OR entry.times IS DISTINCT FROM 1
          """);

  private SettlementInvariants() {}
}
