package dev.tradewind.catalog.product;

import dev.tradewind.kernel.resource.query.WhereClause;
import io.vertx.core.json.JsonObject;

/** Filters of a product export: those of the admin product list. */
public final class ExportFilters {

  private ExportFilters() {}

  /**
   * Conditions over {@code product} under the alias {@code t}.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException 400 for an unknown filter
   */
  public static WhereClause of(JsonObject filters) {
    return ProductFilters.exported(filters);
  }
}
