package dev.tradewind.catalog.region;

import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.catalog.schema.RegionResources;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Country lookup for other verticles. */
public final class CountryService {

  private static final Selection WHOLE = Selection.of(RegionResources.COUNTRY);

  private final ResourceReader reader;

  public CountryService(SqlClient db) {
    this.reader = new ResourceReader(db);
  }

  public void bind(Operations internal) {
    internal.on(CatalogOperation.FIND_COUNTRIES, this::find);
  }

  private Future<Reply> find(Request request) {
    List<String> codes = JsonArrays.strings(request.input().getJsonArray("codes"));
    return reader
        .findAll(WHOLE, codes)
        .map(found -> Reply.ok(new JsonObject().put("countries", new JsonArray(found))));
  }
}
