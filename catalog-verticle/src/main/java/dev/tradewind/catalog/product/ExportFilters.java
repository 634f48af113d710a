package dev.tradewind.catalog.product;

import dev.tradewind.kernel.resource.query.WhereClause;
import io.vertx.core.json.JsonObject;

/** Which products an export takes: by the filters of the list that staff see. */
public final class ExportFilters {

  private ExportFilters() {}

  /**
   * The conditions over {@code product} under the alias {@code t}.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException 400 where there is no such filter
   */
  public static WhereClause of(JsonObject filters) {
    return ProductFilters.exported(filters);
  }
}
