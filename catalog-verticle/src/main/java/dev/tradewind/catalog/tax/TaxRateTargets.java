package dev.tradewind.catalog.tax;

import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.kernel.database.ConstraintViolations;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/** Targets of a tax rate. Changes lock the row of the rate. */
enum TaxRateTargets {
  PRODUCTS("products", "product_tax_rate", "product_id"),
  PRODUCT_TYPES("product_types", "product_type_tax_rate", "product_type_id"),
  SHIPPING_OPTIONS("shipping_options", "shipping_tax_rate", "shipping_option_id");

  private static final String STRANGER =
      """
      SELECT option.id, option.region_id, rate.region_id AS rate_region_id
      FROM shipping_tax_rate AS link
      JOIN shipping_option AS option ON option.id = link.shipping_option_id
      JOIN tax_rate AS rate ON rate.id = link.rate_id
      WHERE link.rate_id = $1
        AND option.region_id <> rate.region_id
      ORDER BY option.id
      LIMIT 1
      """;

  private final String member;
  private final String add;
  private final String remove;
  private final String removeOthers;

  TaxRateTargets(String member, String table, String column) {
    this.member = member;
    this.add =
        """
        INSERT INTO %1$s (rate_id, %2$s)
        SELECT $1, linked
        FROM unnest($2::text[]) AS linked
        ORDER BY linked
        ON CONFLICT DO NOTHING
        """
            .formatted(table, column);
    this.remove = "DELETE FROM %s WHERE rate_id = $1 AND %s = ANY ($2)".formatted(table, column);
    this.removeOthers =
        "DELETE FROM %s WHERE rate_id = $1 AND NOT %s = ANY ($2)".formatted(table, column);
  }

  /** Name of the list in bodies. */
  String member() {
    return member;
  }

  /** Adds links; 404 for an unknown id. */
  Future<Void> add(SqlClient db, String rateId, List<String> ids) {
    return ConstraintViolations.mapped(
            db.preparedQuery(add).execute(Tuple.of(rateId, JsonFields.array(ids))))
        .compose(added ->
            this == SHIPPING_OPTIONS ? requireOneRegion(db, rateId) : Future.succeededFuture());
  }

  Future<Void> remove(SqlClient db, String rateId, List<String> ids) {
    return db.preparedQuery(remove).execute(Tuple.of(rateId, JsonFields.array(ids))).mapEmpty();
  }

  /** Replaces the links of every list in the body. */
  static Future<Void> setAll(SqlClient db, String rateId, JsonObject body) {
    Future<Void> set = Future.succeededFuture();
    for (TaxRateTargets links : values()) {
      List<String> ids = JsonFields.texts(body, links.member).orElse(null);
      if (ids != null) {
        set =
            set.compose(done ->
                    db.preparedQuery(links.removeOthers)
                        .execute(Tuple.of(rateId, JsonFields.array(ids))))
                .compose(removed -> links.add(db, rateId, ids));
      }
    }
    // If the rate changed its region, previously linked options may belong to another one now.
    return body.getString("region_id") == null
        ? set
        : set.compose(done -> requireOneRegion(db, rateId));
  }

  private static Future<Void> requireOneRegion(SqlClient db, String rateId) {
    return db.preparedQuery(STRANGER)
        .execute(Tuple.of(rateId))
        .map(rows -> {
          for (Row option : rows) {
            throw new Problem.NotAllowed(
                    "Shipping Option and Tax Rate must belong to the same Region to be associated."
                        + " Shipping Option with id: %s belongs to Region with id: %s and Tax Rate"
                            .formatted(option.getString("id"), option.getString("region_id"))
                        + " with id: %s belongs to Region with id: %s"
                            .formatted(rateId, option.getString("rate_region_id")))
                .toException();
          }
          return null;
        });
  }
}
