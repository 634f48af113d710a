package dev.tradewind.customer.schema;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;

/** Countries of addresses, validated by the catalog verticle. */
public final class Countries {

  private static final String CODE = "country_code";

  private final CatalogClient catalog;

  public Countries(OperationClient bus) {
    this.catalog = new CatalogClient(bus);
  }

  /**
   * Address with its country code in lower case; fails with {@code NotFound} for an unknown
   * country.
   */
  public Future<JsonObject> checked(CallContext context, JsonObject address) {
    String value = address.getString(CODE);
    if (value == null) {
      return Future.succeededFuture(address);
    }
    String code = value.toLowerCase(Locale.ROOT);
    return catalog
        .findCountries(context, List.of(code))
        .map(found -> {
          if (found.isEmpty()) {
            throw Problem.notFound("Country with country_code " + code + " does not exist.");
          }
          return address.copy().put(CODE, code);
        });
  }
}
