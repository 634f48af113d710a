package dev.tradewind.acceptance.interleaving;

import java.util.List;

/** Fault of the completion's statements, which the interleavings must find. */
enum Fault {
  /**
   * An attempt is opened for a cart that has its order, and is not voided any more: two
   * authorizations are held for the order.
   */
  ATTEMPT_OPENED_AFTER_THE_ORDER(
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
      "SELECT", new Change("WHERE id = $1 AND status = 'authorizing'", "WHERE id = $1")),

  /** An attempt of a cart that has its order is not voided. */
  VOIDING_ENDS_WITH_THE_ORDER(
      "SELECT",
      new Change(
          "WHERE id = $1 AND status = ANY ($4)",
          "WHERE id = $1 AND status = ANY ($4)"
              + " AND (SELECT order_id FROM cart WHERE cart.id = cart_id) IS NULL"));

  private record Change(String from, String to) {}

  /** Statement that changes the schema, or does nothing. */
  private final String schemaChange;

  private final List<Change> changes;

  Fault(String schemaChange, Change... changes) {
    this.schemaChange = schemaChange;
    this.changes = List.of(changes);
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
