package dev.tradewind.acceptance.chaos;

import dev.tradewind.acceptance.LedgerPaymentProvider;

/** Self-test of the invariant checker: corrupts stored data so that every invariant is violated. */
final class InvariantCheckerSelfTest {

  private static final String SQL =
      """
      ALTER TABLE orders."order" DROP CONSTRAINT order_cart_id_key;
      UPDATE orders."order"
      SET cart_id = (SELECT min(cart_id) FROM orders."order")
      WHERE id = (SELECT max(id) FROM orders."order");

      UPDATE orders."order"
      SET placement_deadline = placed_at - interval '1 second', total = total + 1
      WHERE id = (SELECT min(id) FROM orders."order");

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

  /** Corrupts the database, and holds a second authorization for one order in the ledger. */
  static void on(ChaosCluster cluster) {
    cluster.database().execute(SQL);
    String cartId =
        cluster
            .database()
            .texts("SELECT cart_id FROM cart.payment_attempt WHERE id = 'pay_second'")
            .getFirst();
    LedgerPaymentProvider.hold(cluster.ledger(), cartId, "pay_second");
  }
}
