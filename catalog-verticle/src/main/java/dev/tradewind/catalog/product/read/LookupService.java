package dev.tradewind.catalog.product.read;

import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.catalog.schema.CollectionResources;
import dev.tradewind.catalog.schema.PriceResources;
import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.ReferenceQuery;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Internal lookup of catalog rows by id, and of their existence. */
public final class LookupService {

  private static final Map<String, Resource> KINDS =
      Map.of(
          "products", ProductResources.PRODUCT,
          "product_types", ProductResources.TYPE,
          "product_collections", CollectionResources.COLLECTION,
          "product_tags", ProductResources.TAG,
          "price_lists", PriceResources.PRICE_LIST);

  private final ResourceReader reader;

  public LookupService(SqlClient db) {
    this.reader = new ResourceReader(db);
  }

  public void bind(Operations internal) {
    internal.on(CatalogOperation.FIND_REFERENCES, this::find);
  }

  private Future<Reply> find(Request request) {
    ReferenceQuery query = ReferenceQuery.parse(request.input());
    Resource resource = Objects.requireNonNull(KINDS.get(query.kind()), query.kind());
    Selection selection = Selection.of(resource).withFields(Set.copyOf(query.fields()));
    return reader
        .findAll(selection, query.ids())
        .map(found -> Reply.ok(new JsonObject().put("references", new JsonArray(found))));
  }
}
