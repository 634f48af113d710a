package dev.tradewind.catalog.tax;

import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Targets of a tax rate. Changes lock the row of the rate. */
enum TaxRateTargets {
  PRODUCTS("products", "product_tax_rate", "product_id"),
  PRODUCT_TYPES("product_types", "product_type_tax_rate", "product_type_id"),
  SHIPPING_OPTIONS("shipping_options", "shipping_tax_rate", "shipping_option_id");

  private final String member;
  private final TaxRateTargetStore store;

  TaxRateTargets(String member, String table, String column) {
    this.member = member;
    this.store = new TaxRateTargetStore(table, column);
  }

  /** Name of the list in bodies. */
  String member() {
    return member;
  }

  /** Adds links; 404 for an unknown id. */
  Future<Void> add(SqlClient db, String rateId, List<String> ids) {
    return store
        .add(db, rateId, ids)
        .compose(added ->
            this == SHIPPING_OPTIONS ? requireOneRegion(db, rateId) : Future.succeededFuture());
  }

  Future<Void> remove(SqlClient db, String rateId, List<String> ids) {
    return store.remove(db, rateId, ids);
  }

  /** Replaces the links of every list in the body. */
  static Future<Void> setAll(SqlClient db, String rateId, JsonObject body) {
    Future<Void> set = Future.succeededFuture();
    for (TaxRateTargets links : values()) {
      List<String> ids = JsonFields.texts(body, links.member).orElse(null);
      if (ids != null) {
        set =
            set.compose(done -> links.store.removeOthers(db, rateId, ids))
                .compose(removed -> links.add(db, rateId, ids));
      }
    }
    // If the rate changed its region, previously linked options may belong to another one now.
    return body.getString("region_id") == null
        ? set
        : set.compose(done -> requireOneRegion(db, rateId));
  }

  private static Future<Void> requireOneRegion(SqlClient db, String rateId) {
    return TaxRateTargetStore.findOfOtherRegion(db, rateId)
        .map(found -> {
          found.ifPresent(option -> {
            throw new Problem.NotAllowed(
                    "Shipping Option and Tax Rate must belong to the same Region to be associated."
                        + " Shipping Option with id: %s belongs to Region with id: %s and Tax Rate"
                            .formatted(option.optionId(), option.optionRegionId())
                        + " with id: %s belongs to Region with id: %s"
                            .formatted(rateId, option.rateRegionId()))
                .toException();
          });
          return null;
        });
  }
}
