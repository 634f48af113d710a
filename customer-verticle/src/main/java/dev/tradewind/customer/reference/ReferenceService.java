package dev.tradewind.customer.reference;

import dev.tradewind.customer.group.Groups;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.ResourceReader;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.model.customer.CustomerClient;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Set;

/** Answers what customer groups are, and whether they exist, to who knows their ids. */
public final class ReferenceService {

  private static final String GROUPS = "customer_groups";

  private final ResourceReader reader;

  public ReferenceService(SqlClient db) {
    this.reader = new ResourceReader(db);
  }

  public void bind(Operations internal) {
    internal.on(CustomerClient.FIND_REFERENCES, this::find);
  }

  private Future<Reply> find(Request request) {
    String kind = request.input().getString("kind");
    if (!GROUPS.equals(kind)) {
      throw new IllegalArgumentException(kind);
    }
    Selection shown = Selection.of(Groups.GROUP).withFields(Set.copyOf(texts(request, "fields")));
    return reader
        .findAll(shown, texts(request, "ids"))
        .map(found -> Reply.ok(new JsonObject().put("references", new JsonArray(found))));
  }

  private static List<String> texts(Request request, String name) {
    return request.input().getJsonArray(name).stream().map(String.class::cast).toList();
  }
}
