package dev.tradewind.order.returns;

import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.aftersale.ReturnReasonResource;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operations on return reasons by staff, and their lists for storefronts. */
public final class ReturnReasonService {

  private final Ids ids = Ids.of("rr");
  private final ResourceWriter writer = new ResourceWriter(ReturnReasonResource.REASON);
  private final ResourceReader reader;
  private final ReturnReasonStore store = new ReturnReasonStore();
  private final Pool pool;
  private final Clock clock;

  public ReturnReasonService(Pool pool, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListReturnReasons", request -> list())
        .on("adminGetReturnReason", request -> show(request.path("id")))
        .on("adminCreateReturnReason", this::create)
        .on("adminUpdateReturnReason", this::update)
        .on("adminDeleteReturnReason", this::delete)
        .on("storeListReturnReasons", request -> list())
        .on("storeGetReturnReason", request -> show(request.path("id")));
  }

  /** Lists the reasons of the first level, each with its children. */
  private Future<Reply> list() {
    return reader
        .select(
            ReturnReasonResource.SHOWN,
            new WhereClause().add("t.parent_return_reason_id IS NULL").add("t.deleted_at IS NULL"),
            "t.created_at, t.id")
        .map(reasons -> Reply.ok(new JsonObject().put("return_reasons", new JsonArray(reasons))));
  }

  private Future<Reply> show(String id) {
    return reader
        .find(ReturnReasonResource.SHOWN, id)
        .map(found -> Reply.ok(ReturnReasonResource.OBJECT, found.orElseThrow(() -> notFound(id))));
  }

  private Future<Reply> create(Request request) {
    JsonObject values =
        RowChange.pickNonNull(request.body(), "value", "label", "description", "metadata")
            .put("id", ids.next());
    String parent = parent(request.body());
    if (parent != null) {
      values.put("parent_return_reason_id", parent);
    }
    RowChange write = new RowChange(Timestamps.now(clock), values, List.of());
    return Transactions.inTransaction(
            pool,
            db ->
                (parent == null ? Future.succeededFuture() : requireTopLevel(db, parent))
                    .compose(checked -> writer.insert(db, ReturnReasonResource.SHOWN, write)))
        .map(created -> Reply.ok(ReturnReasonResource.OBJECT, created));
  }

  /** Parent of a body; clients of this API may send an empty text for no parent. */
  private static @Nullable String parent(JsonObject body) {
    String parent = body.getString("parent_return_reason_id");
    return parent == null || parent.isEmpty() ? null : parent;
  }

  private Future<Void> requireTopLevel(SqlClient db, String parent) {
    return store
        .lock(db, parent)
        .map(nested -> {
          if (nested.orElseThrow(() -> notFound(parent))) {
            throw Problem.invalidData("Doubly nested return reasons is not supported");
          }
          return null;
        });
  }

  private Future<Reply> update(Request request) {
    String id = request.path("id");
    JsonObject values = RowChange.pick(request.body(), "value", "label", "description", "metadata");
    return Transactions.retrying(() -> store.update(pool, id, values, Timestamps.now(clock)))
        .compose(updated -> updated ? show(id) : Future.failedFuture(notFound(id)));
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    return Transactions.inTransaction(
            pool,
            db ->
                store
                    .lock(db, id)
                    .compose(found -> {
                      if (found.isEmpty()) {
                        throw notFound(id);
                      }
                      return store.delete(db, id, Timestamps.now(clock));
                    }))
        .map(deleted ->
            Reply.ok(
                new JsonObject()
                    .put("id", id)
                    .put("object", ReturnReasonResource.OBJECT)
                    .put("deleted", true)));
  }

  private static RuntimeException notFound(String id) {
    return Problem.notFound("Return Reason with id: " + id + " was not found.");
  }
}
