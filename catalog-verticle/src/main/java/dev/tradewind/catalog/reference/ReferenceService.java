package dev.tradewind.catalog.reference;

import dev.tradewind.catalog.collection.Collections;
import dev.tradewind.catalog.product.Products;
import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.ResourceReader;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.model.catalog.CatalogOperation;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Answers what things of the catalogue are, and whether they exist, to who knows their ids. */
public final class ReferenceService {

  private static final Map<String, Resource> KINDS =
      Map.of(
          "products", Products.PRODUCT,
          "product_types", Products.TYPE,
          "product_collections", Collections.COLLECTION,
          "product_tags", Products.TAG);

  private final ResourceReader reader;

  public ReferenceService(SqlClient db) {
    this.reader = new ResourceReader(db);
  }

  public void bind(Operations internal) {
    internal.on(CatalogOperation.FIND_REFERENCES, this::find);
  }

  private Future<Reply> find(Request request) {
    String kind = request.input().getString("kind");
    Resource resource = Objects.requireNonNull(KINDS.get(kind), kind);
    Selection shown = Selection.of(resource).withFields(Set.copyOf(texts(request, "fields")));
    return reader
        .findAll(shown, texts(request, "ids"))
        .map(found -> Reply.ok(new JsonObject().put("references", new JsonArray(found))));
  }

  private static List<String> texts(Request request, String name) {
    return JsonArrays.strings(request.input().getJsonArray(name));
  }
}
