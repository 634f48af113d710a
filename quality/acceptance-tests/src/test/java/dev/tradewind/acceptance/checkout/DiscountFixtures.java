package dev.tradewind.acceptance.checkout;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.function.Supplier;

/** Discounts and gift cards, inserted into their tables. */
public record DiscountFixtures(Pool pool) {

  /** Inserts a discount of the region; the amount of a fixed one is for the whole cart. */
  public void newDiscount(
      String code, String type, long value, Integer usageLimit, String regionId) {
    run(
        """
        WITH rule AS (
          INSERT INTO discount_rule (id, created_at, updated_at, type, value, allocation)
          VALUES ('dru_' || $1, now(), now(), $2, $3,
            CASE WHEN $2 = 'free_shipping' THEN NULL ELSE 'total' END)
        ), made AS (
          INSERT INTO discount (id, created_at, updated_at, code, rule_id, starts_at, usage_limit)
          VALUES ('disc_' || $1, now(), now(), $1, 'dru_' || $1, now() - interval '1 day', $4)
        )
        INSERT INTO discount_region (discount_id, region_id, of_fixed)
        VALUES ('disc_' || $1, $5, $2 = 'fixed')
        """,
        Tuple.of(code, type, value, usageLimit, regionId));
  }

  public void disable(String code) {
    run("UPDATE discount SET is_disabled = true WHERE code = $1", Tuple.of(code));
  }

  /**
   * Deletes a discount in a transaction that commits when the work, begun meanwhile, waits for it;
   * returns the started work.
   */
  public <T> T deleteWhileWaiting(String code, Supplier<T> work) {
    SqlConnection connection = await(pool.getConnection());
    try {
      Transaction deletion = await(connection.begin());
      String id =
          await(
                  connection
                      .preparedQuery(
                          "UPDATE discount SET deleted_at = now() WHERE code = $1"
                              + " RETURNING pg_current_xact_id()::text")
                      .execute(Tuple.of(code)))
              .iterator()
              .next()
              .getString(0);
      T started = work.get();
      Tuple held = Tuple.of(id);
      until(() ->
          await(
                      connection
                          .preparedQuery(
                              "SELECT FROM pg_locks WHERE NOT granted AND transactionid::text = $1")
                          .execute(held))
                  .size()
              > 0);
      await(deletion.commit());
      return started;
    } finally {
      await(connection.close());
    }
  }

  public void raise(String code, long value) {
    run("UPDATE discount_rule SET value = $2 WHERE id = 'dru_' || $1", Tuple.of(code, value));
  }

  public void deleteGiftCard(String code) {
    run("UPDATE gift_card SET deleted_at = now() WHERE code = $1", Tuple.of(code));
  }

  public void disableGiftCard(String code) {
    run("UPDATE gift_card SET is_disabled = true WHERE code = $1", Tuple.of(code));
  }

  public int usageCountOf(String code) {
    return pick("SELECT usage_count FROM discount WHERE code = $1", code).getInteger("usage_count");
  }

  public void newGiftCard(String code, long balance, Number taxRate, String regionId) {
    run(
        """
        INSERT INTO gift_card (
          id, created_at, updated_at, code, value, balance, region_id, tax_rate
        )
        VALUES ('gift_' || $1, now(), now(), $1, $2, $2, $3, $4)
        """,
        Tuple.of(code, balance, regionId, taxRate == null ? null : taxRate.doubleValue()));
  }

  public JsonObject giftCard(String code) {
    return pick("SELECT to_jsonb(gift_card) AS card FROM gift_card WHERE code = $1", code)
        .getJsonObject("card");
  }

  public List<JsonObject> transactionsOf(String code) {
    return await(
            pool.preparedQuery(
                    """
                    SELECT coalesce(jsonb_agg(t), '[]') AS transactions
                    FROM gift_card_transaction AS t
                    WHERE gift_card_id = 'gift_' || $1
                    """)
                .execute(Tuple.of(code)))
        .iterator()
        .next()
        .get(JsonArray.class, "transactions")
        .stream()
        .map(JsonObject.class::cast)
        .toList();
  }

  public List<JsonObject> cardsBoughtIn(String orderId) {
    return await(
            pool.preparedQuery(
                    "SELECT to_jsonb(gift_card) AS card FROM gift_card WHERE order_id = $1")
                .execute(Tuple.of(orderId)))
        .stream()
        .map(row -> row.get(JsonObject.class, "card"))
        .toList();
  }

  private void run(String statement, Tuple parameters) {
    await(pool.preparedQuery(statement).execute(parameters));
  }

  private JsonObject pick(String query, String code) {
    return await(pool.preparedQuery(query).execute(Tuple.of(code))).iterator().next().toJson();
  }
}
