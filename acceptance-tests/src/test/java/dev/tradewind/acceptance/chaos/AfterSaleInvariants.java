package dev.tradewind.acceptance.chaos;

import java.util.Map;

/** Invariants of orders after the sale, each with a query of its violations. */
final class AfterSaleInvariants {

  /** Line items of all orders, in the quantities of the sale. */
  private static final String LINES =
      """
      SELECT placed.id AS order_id, placed.canceled_at, line ->> 'id' AS item_id,
        line ->> 'variant_id' AS variant_id, (line ->> 'quantity')::bigint AS quantity
      FROM orders."order" AS placed, json_array_elements(placed.snapshot -> 'items') AS line
      """;

  /** Units of line items, counted from fulfillments and returns. */
  private static final String PARTS =
      """
      SELECT item_id, sum(fulfilled) AS fulfilled, sum(shipped) AS shipped,
        sum(returned) AS returned
      FROM (
        SELECT item.item_id, item.quantity AS fulfilled,
          CASE WHEN fulfillment.shipped_at IS NULL THEN 0 ELSE item.quantity END AS shipped,
          0 AS returned
        FROM orders.fulfillment
        JOIN orders.fulfillment_item AS item ON item.fulfillment_id = fulfillment.id
        WHERE fulfillment.accepted_at IS NOT NULL AND fulfillment.canceled_at IS NULL
        UNION ALL
        SELECT item.item_id, 0, 0, item.received_quantity
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
          LEFT JOIN (
            SELECT order_id, sum(amount) AS amount
            FROM orders.refund
            WHERE reason <> 'return'
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
              bool_and(coalesce(parts.returned, 0) = line.quantity) AS returned,
              bool_or(parts.fulfilled > 0) AS some_fulfilled,
              bool_or(parts.shipped > 0) AS some_shipped,
              bool_or(parts.returned > 0) AS some_returned
            FROM (%s) AS line
            LEFT JOIN (%s) AS parts ON parts.item_id = line.item_id
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
            FROM orders.payment WHERE captured_at IS NOT NULL
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
            SELECT 'order.return_requested', id FROM orders."return"
            UNION ALL
            SELECT 'order.items_returned', id FROM orders."return" WHERE status = 'received'
            UNION ALL
            SELECT 'order.canceled', id FROM orders."order" WHERE canceled_at IS NOT NULL
          ) AS expected
          FULL JOIN (
            SELECT type, coalesce(data ->> 'fulfillment_id', data ->> 'return_id',
              data ->> 'refund_id', subject) AS part, count(*) AS times
            FROM orders.outbox
            WHERE type IN ('order.payment_captured', 'order.refund_created',
              'order.fulfillment_created', 'order.fulfillment_canceled', 'order.shipment_created',
              'order.return_requested', 'order.items_returned', 'order.canceled')
            GROUP BY 1, 2
          ) AS event ON event.type = expected.type AND event.part = expected.part
          WHERE event.times IS DISTINCT FROM 1 OR expected.part IS NULL
          """);

  /** End of every order, to compare with the one that staff saw: units, refunds, cancellation. */
  static final String ENDS =
      """
      SELECT line.order_id, coalesce(parts.fulfilled, 0), coalesce(parts.shipped, 0),
        coalesce(parts.returned, 0),
        (SELECT coalesce(sum(amount), 0) FROM orders.refund
          WHERE refund.order_id = line.order_id),
        line.canceled_at IS NOT NULL
      FROM (%s) AS line
      LEFT JOIN (%s) AS parts ON parts.item_id = line.item_id
      """
          .formatted(LINES, PARTS);

  private AfterSaleInvariants() {}
}
