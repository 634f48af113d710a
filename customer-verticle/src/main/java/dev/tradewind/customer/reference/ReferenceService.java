package dev.tradewind.customer.reference;

import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.customer.schema.GroupResources;
import dev.tradewind.customer.schema.UserResources;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.ReferenceQuery;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.query.LikePattern;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Internal lookup of customer groups and users by id, and of groups by name. */
public final class ReferenceService {

  private static final Map<String, Resource> KINDS =
      Map.of("customer_groups", GroupResources.GROUP, "users", UserResources.USER);

  private final ResourceReader reader;

  public ReferenceService(SqlClient db) {
    this.reader = new ResourceReader(db);
  }

  public void bind(Operations internal) {
    internal
        .on(CustomerOperation.FIND_REFERENCES, this::find)
        .on(CustomerOperation.SEARCH_GROUPS, this::searchGroups);
  }

  private Future<Reply> searchGroups(Request request) {
    String pattern = "%" + LikePattern.literal(request.input().getString("text")) + "%";
    Selection ids = Selection.of(GroupResources.GROUP).withFields(Set.of());
    WhereClause found =
        new WhereClause().add("t.deleted_at IS NULL").add("t.name ILIKE {}", pattern);
    return reader
        .select(ids, found, "t.id")
        .map(groups ->
            Reply.ok(
                new JsonObject()
                    .put(
                        "ids",
                        JsonArrays.of(
                            groups.stream().map(group -> group.getString("id")).toList()))));
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
