package dev.tradewind.acceptance.interleaving;

import dev.tradewind.testing.Lane;
import java.util.List;

/** Fault of the completion's statements, which the interleavings must find. */
enum Fault {
  /**
   * An attempt is opened for a cart that has its order, and is not voided any more: two
   * authorizations are held for the order.
   */
  ATTEMPT_OPENED_AFTER_THE_ORDER(
      1_085,
      """
      DROP INDEX cart.payment_attempt_live;
      CREATE UNIQUE INDEX payment_attempt_open ON cart.payment_attempt (cart_id)
        WHERE status IN ('authorizing', 'authorized')
      """,
      new Change(
          "IN ('authorizing', 'authorized', 'used')\nDO", "IN ('authorizing', 'authorized')\nDO"),
      new Change("AND cart.version = $3\n    AND cart.order_id IS NULL", "AND $3 > 0"),
      new Change(
          "WHERE id = $1 AND status = ANY ($4)",
          "WHERE id = $1 AND status = ANY ($4)"
              + " AND (SELECT order_id FROM cart WHERE cart.id = cart_id) IS NULL")),

  /**
   * The answer of a provider is recorded although the attempt has been used or voided meanwhile.
   */
  ANSWER_RECORDED_OVER_A_LATER_STATUS(
      274, "SELECT", new Change("WHERE id = $1 AND status = 'authorizing'", "WHERE id = $1")),

  /** An attempt of a cart that has its order is not voided. */
  VOIDING_ENDS_WITH_THE_ORDER(
      1_085,
      "SELECT",
      new Change(
          "WHERE id = $1 AND status = ANY ($4)",
          "WHERE id = $1 AND status = ANY ($4)"
              + " AND (SELECT order_id FROM cart WHERE cart.id = cart_id) IS NULL")),

  /**
   * The payment of an order is taken for another one of its cart by a look into a notice, and no
   * index keeps it from being released.
   */
  NOTICE_RELEASES_THE_PAYMENT_OF_AN_ORDER(
      2,
      "DROP INDEX cart.payment_attempt_session",
      new Change(
          "SELECT id FROM \"order\" WHERE cart_id = $1",
          "SELECT id FROM \"order\" WHERE cart_id = $1 AND false"));

  private record Change(String from, String to) {}

  /** Seed that has found it. */
  private final long seed;

  /** Statement that changes the schema, or does nothing. */
  private final String schemaChange;

  private final List<Change> changes;

  Fault(long seed, String schemaChange, Change... changes) {
    this.seed = seed;
    this.schemaChange = schemaChange;
    this.changes = List.of(changes);
  }

  /** Seed at which a search for it begins: with {@code verify} in the batch that has found it. */
  long firstSeed(int batch) {
    return Lane.cases(List.of(1L), seed - (seed - 1) % batch).getFirst();
  }

  String schemaChange() {
    return schemaChange;
  }

  String applyTo(String statement) {
    String faulty = statement;
    for (Change change : changes) {
      faulty = faulty.replace(change.from(), change.to());
    }
    return faulty;
  }
}
