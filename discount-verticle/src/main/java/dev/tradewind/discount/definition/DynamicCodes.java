package dev.tradewind.discount.definition;

import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;

/**
 * Creation and deletion of the codes of dynamic discounts. A code shares the rule and the regions
 * of its parent and is valid from its creation for the parent's duration.
 */
public final class DynamicCodes {

  private static final int USES_OF_A_CODE = 1;

  private final Ids ids = Ids.of("disc");
  private final ResourceReader reader;
  private final OperationClient bus;
  private final Pool pool;
  private final Clock clock;
  private final DiscountStore store;

  public DynamicCodes(Pool pool, DiscountStore store, OperationClient bus, Clock clock) {
    this.store = store;
    this.bus = bus;
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminCreateDynamicCode", this::create)
        .on("adminDeleteDynamicCode", this::delete);
  }

  private Future<Reply> create(Request request) {
    String parentId = request.path("id");
    String id = ids.next();
    Instant now = Timestamps.now(clock);
    JsonObject body = request.body();
    JsonObject data = new JsonObject().put("parent_discount_id", parentId);
    JsonArray events = DiscountEvents.row(request, now, "discount.dynamic_code_created", data);
    DiscountStore.NewCode made =
        new DiscountStore.NewCode(
            parentId,
            id,
            NewDiscount.code(body),
            Objects.requireNonNullElse(NewDiscount.usageLimit(body), USES_OF_A_CODE),
            body.getJsonObject("metadata"));
    return Transactions.attributed(pool, db -> store.insertCode(db, made, now, events))
        .map(found -> found.orElseThrow(() -> DiscountResources.notFound(parentId)))
        .compose(parent ->
            switch (parent) {
              case DYNAMIC -> show(request, id);
              case DYNAMIC_CODE ->
                  Future.failedFuture(
                      Problem.notAllowed(
                          "Discount is a dynamic code itself; codes are created of its parent"
                              + " discount"));
              case PLAIN ->
                  Future.failedFuture(Problem.notAllowed("Discount must be set to dynamic"));
            });
  }

  private Future<Reply> delete(Request request) {
    String parentId = request.path("id");
    String code = DiscountResources.normalized(request.path("code"));
    Instant now = Timestamps.now(clock);
    JsonArray events = DiscountEvents.row(request, now, "discount.deleted", new JsonObject());
    return Transactions.attributed(pool, db -> store.deleteCode(db, parentId, code, now, events))
        .compose(deleted -> show(request, parentId));
  }

  private Future<Reply> show(Request request, String id) {
    return reader
        .withRemote(bus, request.context())
        .find(DiscountResources.VIEW.written(), id)
        .map(
            found -> Reply.ok("discount", found.orElseThrow(() -> DiscountResources.notFound(id))));
  }
}
