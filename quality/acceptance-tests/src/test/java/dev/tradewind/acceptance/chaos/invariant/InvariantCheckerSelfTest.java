package dev.tradewind.acceptance.chaos.invariant;

import dev.tradewind.acceptance.LedgerFulfillmentProvider;
import dev.tradewind.acceptance.LedgerPaymentProvider;
import dev.tradewind.acceptance.chaos.ChaosCluster;

/** Self-test of the invariant checker: corrupts stored data so that every invariant is violated. */
public final class InvariantCheckerSelfTest {

  private static final String SQL =
      """
      ALTER TABLE orders."order" DROP CONSTRAINT order_cart_id_key;
      UPDATE orders."order"
      SET cart_id = (SELECT min(cart_id) FROM orders."order")
      WHERE id = (SELECT max(id) FROM orders."order");

      UPDATE orders."order"
      SET placement_deadline = placed_at - interval '1 second', total = total + 1
      WHERE id = (SELECT min(id) FROM orders."order");

      UPDATE orders."order"
      SET metadata = metadata || '{"hook_answer": -1}'
      WHERE id = (SELECT min(id) FROM orders."order" WHERE metadata ? 'hook_answer');

      UPDATE orders.payment
      SET amount = amount + 1
      WHERE id = (SELECT max(id) FROM orders.payment);

      UPDATE cart.payment_attempt
      SET status = 'voided'
      WHERE id = (SELECT max(id) FROM cart.payment_attempt WHERE status = 'used');

      DROP INDEX cart.payment_attempt_live;
      INSERT INTO cart.payment_attempt (
        id, cart_id, cart_version, provider_id, amount, currency_code, status, session_data,
        created_at, updated_at
      )
      SELECT 'pay_second', cart_id, cart_version, 'not-installed', amount, currency_code,
        'authorized', session_data, now(), now()
      FROM cart.payment_attempt
      WHERE id = (SELECT min(id) FROM cart.payment_attempt WHERE status = 'used');

      UPDATE catalog.product_variant
      SET inventory_quantity = inventory_quantity - 1
      WHERE id = (SELECT min(variant_id) FROM catalog.stock_taking);

      UPDATE orders.line_progress
      SET shipped_quantity = shipped_quantity - 1
      WHERE item_id = (SELECT min(item_id) FROM orders.line_progress WHERE shipped_quantity > 0);
      UPDATE orders.fulfillment_item
      SET quantity = quantity + 1
      WHERE fulfillment_id = (SELECT min(id) FROM orders.fulfillment WHERE shipped_at IS NOT NULL);
      UPDATE orders.refund
      SET amount = amount + 1
      WHERE id = (SELECT min(id) FROM orders.refund WHERE reason = 'discount');
      UPDATE orders."order"
      SET payment_status = 'awaiting'
      WHERE id = (SELECT min(id) FROM orders."order" WHERE payment_status = 'captured');
      UPDATE orders."order"
      SET fulfillment_status = 'shipped'
      WHERE id = (SELECT min(id) FROM orders."order" WHERE fulfillment_status = 'not_fulfilled');
      DELETE FROM orders.outbox
      WHERE event_id = (SELECT min(event_id) FROM orders.outbox
        WHERE type = 'order.shipment_created');
      UPDATE orders.swap
      SET difference_due = difference_due + 1
      WHERE id = (SELECT min(id) FROM orders.swap
        WHERE payment_status IN ('captured', 'difference_refunded'));
      UPDATE cart.cart
      SET order_id = NULL, completed_at = NULL
      WHERE id = (SELECT min(cart_id) FROM orders.swap WHERE confirmed_at IS NOT NULL);
      UPDATE orders.claim_item
      SET quantity = quantity + 100
      WHERE id = (SELECT min(id) FROM orders.claim_item);
      UPDATE orders.payment_work
      SET id = 'ref_unaudited'
      WHERE id = (SELECT max(id) FROM orders.payment_work WHERE kind = 'refund');
      -- Too young for a retrier.
      UPDATE orders.fulfillment_work
      SET status = 'asked', updated_at = now() + interval '1 day'
      WHERE id = (SELECT min(id) FROM orders.fulfillment_work WHERE status = 'done');

      UPDATE orders.payment
      SET canceled_at = now()
      WHERE id = (SELECT min(id) FROM orders.payment
        WHERE provider_id = 'stripe' AND amount > amount_refunded AND canceled_at IS NULL);
      DELETE FROM orders.notification
      WHERE id = (SELECT min(id) FROM orders.notification WHERE event_name = 'order.placed');
      UPDATE cart.payment_notice
      SET due_at = now() + interval '1 day'
      WHERE id = (SELECT min(id) FROM cart.payment_notice);
      UPDATE batch.file SET storage = 'postgres';

      UPDATE discount.discount SET usage_count = usage_count - 1 WHERE usage_count > 0;
      UPDATE discount.gift_card SET balance = balance + 1 WHERE balance < value;

      UPDATE cart.idempotency_record SET body = '{}' WHERE scope LIKE 'storeCompleteCart:%';

      DELETE FROM orders.outbox
      WHERE type = 'order.placed' AND subject = (SELECT min(id) FROM orders."order");
      INSERT INTO orders.outbox (
        event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id,
        actor, sent_at
      )
      VALUES ('never-sent', 'commerce.order.v1', 'a', 'b', 'a', 1, '{}', now(), 'a', 'b', now());
      ALTER TABLE cart.outbox ALTER COLUMN id DROP IDENTITY;
      UPDATE cart.outbox SET id = -id;
      """;

  private InvariantCheckerSelfTest() {}

  /** Corrupts the database, and writes down what no order explains in the ledgers. */
  public static void on(ChaosCluster cluster) {
    cluster.database().execute(SQL);
    String cartId =
        cluster
            .database()
            .texts("SELECT cart_id FROM cart.payment_attempt WHERE id = 'pay_second'")
            .getFirst();
    LedgerPaymentProvider.hold(cluster.ledger(), cartId, "pay_second");
    LedgerPaymentProvider.move(cluster.ledger(), "capture", cartId, "pay_second", 1);
    LedgerPaymentProvider.move(cluster.ledger(), "refund", cartId, "ref_second", 1);
    LedgerFulfillmentProvider.create(cluster.fulfillmentLedger(), "ful_second");
  }
}
