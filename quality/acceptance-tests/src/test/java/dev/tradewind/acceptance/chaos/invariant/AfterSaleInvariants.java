package dev.tradewind.acceptance.chaos.invariant;

import java.util.Map;

/** Invariants of orders after the sale, each with a query of its violations. */
final class AfterSaleInvariants {

  /** Line items of orders in the quantities of the sale, and those of swaps and claims. */
  private static final String LINES =
      """
      SELECT placed.id AS order_id, placed.canceled_at, line ->> 'id' AS item_id,
        line ->> 'variant_id' AS variant_id, (line ->> 'quantity')::bigint AS quantity,
        true AS is_own
      FROM orders."order" AS placed, json_array_elements(placed.snapshot -> 'items') AS line
      UNION ALL
      SELECT swap.order_id, swap.canceled_at, line ->> 'id', line ->> 'variant_id',
        (line ->> 'quantity')::bigint, false
      FROM orders.swap, json_array_elements(swap.items) AS line
      WHERE swap.confirmed_at IS NOT NULL
      UNION ALL
      SELECT claim.order_id, claim.canceled_at, line ->> 'id', line ->> 'variant_id',
        (line ->> 'quantity')::bigint, false
      FROM orders.claim_order AS claim, json_array_elements(claim.additional_items) AS line
      """;

  /**
   * Units of line items, counted from fulfillments and returns; returns of swaps do not change the
   * statuses of the order.
   */
  private static final String PARTS =
      """
      SELECT item_id, sum(fulfilled) AS fulfilled, sum(shipped) AS shipped,
        sum(returned) AS returned, sum(returned_to_order) AS returned_to_order
      FROM (
        SELECT item.item_id, item.quantity AS fulfilled,
          CASE WHEN fulfillment.shipped_at IS NULL THEN 0 ELSE item.quantity END AS shipped,
          0 AS returned, 0 AS returned_to_order
        FROM orders.fulfillment
        JOIN orders.fulfillment_item AS item ON item.fulfillment_id = fulfillment.id
        WHERE fulfillment.accepted_at IS NOT NULL AND fulfillment.canceled_at IS NULL
        UNION ALL
        SELECT item.item_id, 0, 0, item.received_quantity,
          CASE WHEN returned.swap_id IS NULL THEN item.received_quantity ELSE 0 END
        FROM orders."return" AS returned
        JOIN orders.return_item AS item ON item.return_id = returned.id
        WHERE returned.status = 'received'
      ) AS part
      GROUP BY item_id
      """;

  static final Map<String, String> SQL =
      Map.of(
          "The units of a line item are those of its fulfillments, shipments and returns",
          """
          SELECT coalesce(progress.item_id, parts.item_id)
          FROM orders.line_progress AS progress
          FULL JOIN (%s) AS parts ON parts.item_id = progress.item_id
          WHERE coalesce(progress.fulfilled_quantity, 0) <> coalesce(parts.fulfilled, 0)
            OR coalesce(progress.shipped_quantity, 0) <> coalesce(parts.shipped, 0)
            OR coalesce(progress.returned_quantity, 0) <> coalesce(parts.returned, 0)
          """
              .formatted(PARTS),
          "No unit is fulfilled, shipped or returned twice",
          """
          SELECT parts.item_id
          FROM (%s) AS parts
          LEFT JOIN (%s) AS line ON line.item_id = parts.item_id
          LEFT JOIN orders.line_progress AS progress ON progress.item_id = parts.item_id
          WHERE progress.quantity IS DISTINCT FROM line.quantity
            OR parts.fulfilled > line.quantity
            OR parts.shipped > parts.fulfilled
            OR parts.returned > line.quantity
            OR (line.canceled_at IS NOT NULL AND parts.fulfilled > 0)
          """
              .formatted(PARTS, LINES),
          "Stock equals initial stock minus ordered plus received quantity, and is never negative",
          """
          SELECT variant.id || ' has ' || variant.inventory_quantity || ' of ' || stocked.quantity
            || ', ordered ' || coalesce(ordered.quantity, 0)
            || ', taken ' || coalesce(taken.quantity, 0)
            || ', received ' || coalesce(ordered.received, 0)
          FROM chaos.stocked
          JOIN catalog.product_variant AS variant ON variant.id = stocked.variant_id
          LEFT JOIN (
            SELECT line.variant_id,
              coalesce(sum(line.quantity) FILTER (WHERE line.canceled_at IS NULL), 0) AS quantity,
              sum(coalesce(parts.returned, 0)) AS received
            FROM (%s) AS line
            LEFT JOIN (%s) AS parts ON parts.item_id = line.item_id
            GROUP BY line.variant_id
          ) AS ordered ON ordered.variant_id = variant.id
          LEFT JOIN (
            SELECT variant_id, sum(quantity) AS quantity
            FROM catalog.stock_taking
            WHERE returned_at IS NULL
            GROUP BY variant_id
          ) AS taken ON taken.variant_id = variant.id
          WHERE variant.manage_inventory
            AND (variant.inventory_quantity < 0
              OR stocked.quantity - variant.inventory_quantity
                <> coalesce(ordered.quantity, 0) - coalesce(ordered.received, 0)
              OR coalesce(taken.quantity, 0) <> coalesce(ordered.quantity, 0))
          """
              .formatted(LINES, PARTS),
          "The refunds of an order are those of its payments, within what was captured",
          """
          SELECT placed.id
          FROM orders."order" AS placed
          LEFT JOIN (
            SELECT order_id, sum(amount_refunded) AS refunded,
              sum(amount) FILTER (WHERE captured_at IS NOT NULL) AS captured
            FROM orders.payment
            GROUP BY order_id
          ) AS paid ON paid.order_id = placed.id
          LEFT JOIN (
            SELECT order_id, sum(amount) AS amount FROM orders.refund GROUP BY order_id
          ) AS refunded ON refunded.order_id = placed.id
          LEFT JOIN (
            SELECT order_id, sum(amount) AS amount
            FROM orders.payment_work
            WHERE kind = 'refund' AND status = 'done'
            GROUP BY order_id
          ) AS work ON work.order_id = placed.id
          WHERE coalesce(paid.refunded, 0) <> coalesce(refunded.amount, 0)
            OR coalesce(work.amount, 0) <> coalesce(refunded.amount, 0)
            OR coalesce(refunded.amount, 0) > coalesce(paid.captured, 0)
            OR (placed.canceled_at IS NOT NULL
              AND coalesce(refunded.amount, 0) <> coalesce(paid.captured, 0))
          """,
          "The payment status of an order is that of its payments and refunds",
          """
          SELECT placed.id || ' is ' || placed.payment_status
          FROM orders."order" AS placed
          JOIN orders.payment ON payment.order_id = placed.id
            AND payment.swap_id IS NULL
            AND payment.payment_collection_id IS NULL
          LEFT JOIN (
            SELECT order_id, sum(amount) AS amount
            FROM orders.refund
            WHERE reason NOT IN ('return', 'swap', 'claim')
            GROUP BY order_id
          ) AS refunded ON refunded.order_id = placed.id
          WHERE placed.payment_status <> CASE
            WHEN placed.canceled_at IS NOT NULL THEN 'canceled'
            WHEN payment.captured_at IS NULL AND placed.payment_status = 'requires_action'
              THEN 'requires_action'
            WHEN payment.captured_at IS NULL THEN 'awaiting'
            WHEN refunded.amount IS NULL THEN 'captured'
            WHEN refunded.amount < payment.amount THEN 'partially_refunded'
            ELSE 'refunded'
          END
          """,
          "The fulfillment status of an order is that of its units",
          """
          SELECT placed.id || ' is ' || placed.fulfillment_status
          FROM orders."order" AS placed
          JOIN (
            SELECT line.order_id, bool_and(coalesce(parts.fulfilled, 0) = line.quantity) AS fulfilled,
              bool_and(coalesce(parts.shipped, 0) = line.quantity) AS shipped,
              bool_and(coalesce(parts.returned_to_order, 0) = line.quantity) AS returned,
              bool_or(parts.fulfilled > 0) AS some_fulfilled,
              bool_or(parts.shipped > 0) AS some_shipped,
              bool_or(parts.returned_to_order > 0) AS some_returned
            FROM (%s) AS line
            LEFT JOIN (%s) AS parts ON parts.item_id = line.item_id
            WHERE line.is_own
            GROUP BY line.order_id
          ) AS units ON units.order_id = placed.id
          WHERE placed.fulfillment_status <> CASE
            WHEN placed.canceled_at IS NOT NULL THEN 'canceled'
            WHEN units.returned THEN 'returned'
            WHEN units.some_returned THEN 'partially_returned'
            WHEN units.shipped THEN 'shipped'
            WHEN units.some_shipped THEN 'partially_shipped'
            WHEN units.fulfilled THEN 'fulfilled'
            WHEN units.some_fulfilled THEN 'partially_fulfilled'
            WHEN EXISTS (SELECT FROM orders.fulfillment WHERE order_id = placed.id) THEN 'canceled'
            ELSE 'not_fulfilled'
          END
          """
              .formatted(LINES, PARTS),
          "Every transition of an order has one event",
          """
          SELECT coalesce(expected.type, event.type) || ' of ' || coalesce(expected.part, event.part)
          FROM (
            SELECT 'order.payment_captured' AS type, order_id AS part
            FROM orders.payment
            WHERE captured_at IS NOT NULL AND swap_id IS NULL AND payment_collection_id IS NULL
            UNION ALL
            SELECT 'order.refund_created', id FROM orders.refund
            UNION ALL
            SELECT 'order.fulfillment_created', id
            FROM orders.fulfillment WHERE accepted_at IS NOT NULL
            UNION ALL
            SELECT 'order.fulfillment_canceled', id
            FROM orders.fulfillment WHERE canceled_at IS NOT NULL
            UNION ALL
            SELECT 'order.shipment_created', id
            FROM orders.fulfillment WHERE shipped_at IS NOT NULL
            UNION ALL
            SELECT 'order.return_requested', id FROM orders."return" WHERE swap_id IS NULL
            UNION ALL
            SELECT 'order.items_returned', id
            FROM orders."return" WHERE status = 'received' AND swap_id IS NULL
            UNION ALL
            SELECT 'order.canceled', id FROM orders."order" WHERE canceled_at IS NOT NULL
            UNION ALL
            SELECT 'swap.created', id FROM orders.swap
            UNION ALL
            SELECT 'swap.payment_completed', id FROM orders.swap WHERE confirmed_at IS NOT NULL
            UNION ALL
            SELECT 'swap.payment_captured', id
            FROM orders.swap WHERE payment_status = 'captured'
            UNION ALL
            SELECT 'swap.refund_processed', id
            FROM orders.swap WHERE payment_status = 'difference_refunded'
            UNION ALL
            SELECT 'swap.received', swap_id
            FROM orders."return" WHERE status = 'received' AND swap_id IS NOT NULL
            UNION ALL
            SELECT 'claim.created', id FROM orders.claim_order
            UNION ALL
            SELECT 'claim.refund_processed', id
            FROM orders.claim_order WHERE payment_status = 'refunded'
            UNION ALL
            SELECT 'order-edit.confirmed', id
            FROM orders.order_edit WHERE confirmed_at IS NOT NULL
            UNION ALL
            SELECT 'payment-collection.payment_authorized', id
            FROM orders.payment_collection WHERE status = 'authorized'
          ) AS expected
          FULL JOIN (
            SELECT type, coalesce(data ->> 'fulfillment_id', data ->> 'return_id',
              data ->> 'refund_id', subject) AS part, count(*) AS times
            FROM orders.outbox
            WHERE type IN ('order.payment_captured', 'order.refund_created',
              'order.fulfillment_created', 'order.fulfillment_canceled', 'order.shipment_created',
              'order.return_requested', 'order.items_returned', 'order.canceled',
              'swap.created', 'swap.payment_completed', 'swap.payment_captured',
              'swap.refund_processed', 'swap.received', 'claim.created', 'claim.refund_processed',
              'order-edit.confirmed', 'payment-collection.payment_authorized')
            GROUP BY 1, 2
          ) AS event ON event.type = expected.type AND event.part = expected.part
          WHERE event.times IS DISTINCT FROM 1 OR expected.part IS NULL
          """,
          "The cart of a swap is closed if and only if the swap is confirmed",
          """
          SELECT swap.id
          FROM orders.swap
          LEFT JOIN cart.cart ON cart.id = swap.cart_id
          WHERE cart.id IS NULL
            OR (cart.order_id IS NOT NULL) <> (swap.confirmed_at IS NOT NULL)
          """,
          "The difference of a swap and the refund of a claim are settled in full",
          """
          SELECT part.id || ' has ' || part.settled || ' instead of ' || part.amount
          FROM (
            SELECT swap.id, difference_due AS amount, coalesce(payment.amount, 0) - coalesce((
                SELECT sum(work.amount)
                FROM orders.payment_work AS work
                WHERE work.status = 'done' AND work.details ->> 'swap_id' = swap.id
              ), 0) AS settled
            FROM orders.swap
            LEFT JOIN orders.payment ON payment.swap_id = swap.id AND captured_at IS NOT NULL
            WHERE swap.payment_status IN ('captured', 'difference_refunded')
            UNION ALL
            SELECT claim.id, claim.refund_amount, coalesce((
                SELECT sum(work.amount)
                FROM orders.payment_work AS work
                WHERE work.status = 'done' AND work.details ->> 'claim_id' = claim.id
              ), 0)
            FROM orders.claim_order AS claim
            WHERE claim.payment_status = 'refunded'
          ) AS part
          WHERE part.amount <> part.settled
          """,
          "The claimed units of a line item are those of its claims, and were fulfilled",
          """
          SELECT coalesce(progress.item_id, claimed.item_id)
          FROM orders.line_progress AS progress
          FULL JOIN (
            SELECT item.item_id, sum(item.quantity) AS quantity
            FROM orders.claim_item AS item
            JOIN orders.claim_order AS claim ON claim.id = item.claim_order_id
            WHERE claim.canceled_at IS NULL
            GROUP BY item.item_id
          ) AS claimed ON claimed.item_id = progress.item_id
          WHERE coalesce(progress.claimed_quantity, 0) <> coalesce(claimed.quantity, 0)
            OR progress.claimed_quantity > progress.fulfilled_quantity
          """);

  /** End of every order, to compare with the one that staff saw: units, refunds, cancellation. */
  static final String ENDS =
      """
      SELECT line.order_id, coalesce(sum(parts.fulfilled), 0), coalesce(sum(parts.shipped), 0),
        coalesce(sum(parts.returned), 0),
        (SELECT coalesce(sum(amount), 0) FROM orders.refund
          WHERE refund.order_id = line.order_id),
        bool_or(line.canceled_at IS NOT NULL)
      FROM (%s) AS line
      LEFT JOIN (%s) AS parts ON parts.item_id = line.item_id
      WHERE line.is_own
      GROUP BY line.order_id
      """
          .formatted(LINES, PARTS);

  private AfterSaleInvariants() {}
}
