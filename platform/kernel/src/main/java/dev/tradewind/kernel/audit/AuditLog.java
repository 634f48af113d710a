package dev.tradewind.kernel.audit;

import static java.util.Comparator.comparing;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.JsonBytes;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Columns;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.WhereClause;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Audit log of one schema, served to the operation that lists the entries of all of them. The ids
 * of the entries are in the order of time in every schema, so the newest of all are among the
 * newest of each.
 */
public final class AuditLog {

  private static final String FIND = "findAuditEntries";

  private static final Resource ENTRY =
      Resource.table("audit_entry")
          .text("id")
          .columns(Columns.none().timestamps("created_at"))
          .text(
              "actor_type", "actor_id", "credential", "address", "request_id", "action", "subject")
          .json("before", "after")
          .build();

  private static final ListDefinition LISTING =
      ListDefinition.of(View.of(ENTRY), 0)
          .filter("actor_id", "action", "subject", "address", "created_at")
          .build();

  private final Pool pool;

  public AuditLog(Pool pool) {
    this.pool = pool;
  }

  public void bind(Operations operations) {
    operations.on(FIND, this::find);
  }

  /** The bus address of the audit log of a verticle. */
  public static String address(String verticle) {
    return verticle + ".audit";
  }

  /**
   * Entries of the audit logs of some verticles, the newest first.
   *
   * @param before id after which the page begins; absent for the newest entries
   */
  public static Future<List<JsonObject>> find(
      OperationClient bus,
      CallContext context,
      Collection<String> verticles,
      JsonObject filters,
      @Nullable String before,
      int limit) {
    JsonObject input =
        new JsonObject().put("filters", filters).put("before", before).put("limit", limit);
    List<Future<Reply>> asked =
        verticles.stream()
            .map(verticle -> bus.send(address(verticle), FIND, context, JsonBytes.of(input)))
            .toList();
    return Future.all(asked)
        .map(all ->
            all.<Reply>list().stream()
                .flatMap(reply -> entries(reply).stream())
                .sorted(comparing((JsonObject entry) -> entry.getString("id")).reversed())
                .limit(limit)
                .toList());
  }

  private static List<JsonObject> entries(Reply reply) {
    JsonObject answer = reply.body().toJsonObject();
    if (reply.isProblem()) {
      throw Problem.parse(reply.status(), answer);
    }
    return JsonArrays.objects(answer.getJsonArray("entries"));
  }

  private Future<Reply> find(Request request) {
    JsonObject input = request.input();
    WhereClause conditions = LISTING.conditions(input.getJsonObject("filters"));
    String before = input.getString("before");
    if (before != null) {
      conditions.add("t.id < {}", before);
    }
    String sql =
        "SELECT %s FROM %s%s ORDER BY t.id DESC LIMIT $%s"
            .formatted(
                ENTRY.columnList("t"), ENTRY.from(), conditions.where(), conditions.size() + 1);
    return pool.preparedQuery(sql)
        .execute(conditions.parameters(input.getInteger("limit")))
        .map(rows -> new JsonArray(rows.stream().map(ENTRY::row).toList()))
        .map(entries -> Reply.ok(new JsonObject().put("entries", entries)));
  }
}
