package dev.tradewind.discount.condition;

import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.api.discount.DiscountOperation;
import dev.tradewind.discount.definition.ConditionInput;
import dev.tradewind.discount.definition.ConditionProblems;
import dev.tradewind.discount.definition.DiscountEvents;
import dev.tradewind.discount.definition.DiscountResources;
import dev.tradewind.discount.remote.RemoteReferences;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Operations of staff on discount conditions, which restrict a discount to products or customers.
 */
public final class ConditionService {

  private static final View VIEW = View.of(DiscountResources.CONDITION, "discount_rule");

  private final Ids ids = Ids.of("discon");
  private final RemoteReferences remote;
  private final ResourceReader reader;
  private final OperationClient bus;
  private final Pool pool;
  private final Clock clock;
  private final ConditionStore store = new ConditionStore();

  public ConditionService(Pool pool, OperationClient bus, Clock clock) {
    this.remote = new RemoteReferences(bus);
    this.bus = bus;
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.clock = clock;
  }

  public void bind(Operations operations, Operations internal) {
    operations
        .on("adminCreateDiscountCondition", this::create)
        .on("adminGetDiscountCondition", this::get)
        .on("adminUpdateDiscountCondition", this::update)
        .on("adminDeleteDiscountCondition", this::delete)
        .on("adminAddConditionResources", this::addResources)
        .on("adminRemoveConditionResources", this::removeResources);
    internal.on(DiscountOperation.FIND_CONDITION_RESOURCES, this::findResources);
  }

  private Future<Reply> create(Request request) {
    Selection selection = DiscountResources.VIEW.selectForWrite(request.query());
    String discountId = request.path("discount_id");
    Instant now = Timestamps.now(clock);
    return store
        .find(pool, discountId, "")
        .compose(found -> {
          if (found.isEmpty()) {
            throw DiscountResources.notFound(discountId);
          }
          ConditionInput condition = ConditionInput.parse(request.body()).withId(ids.next());
          JsonArray events = changed(request, now, Objects.requireNonNull(condition.id()));
          return ConditionInput.requireResources(remote, request.context(), List.of(condition))
              .compose(checked ->
                  Transactions.attributed(
                      pool, db -> store.create(db, discountId, condition, now, events)));
        })
        .compose(ruleId -> show(request, selection, ruleId.orElse(null)));
  }

  private Future<Reply> get(Request request) {
    Selection selection = VIEW.select(request.query());
    String id = request.path("condition_id");
    return require(request)
        .compose(type -> reader.withRemote(bus, request.context()).find(selection, id))
        .map(found ->
            Reply.ok(
                "discount_condition", found.orElseThrow(() -> ConditionProblems.notFound(id))));
  }

  private Future<Reply> update(Request request) {
    Selection selection = DiscountResources.VIEW.selectForWrite(request.query());
    String id = request.path("condition_id");
    return require(request)
        .compose(type -> {
          ConditionInput condition = ConditionInput.parse(request.body());
          if (condition.type() != type) {
            throw ConditionProblems.ofAnotherType(id, type.wireName());
          }
          return remote
              .requireResources(request.context(), type, condition.resourceIds())
              .compose(checked ->
                  Transactions.attributed(
                      pool, db -> replace(db, request, condition.resourceIds())));
        })
        .compose(ruleId -> show(request, selection, ruleId));
  }

  private Future<String> replace(SqlClient db, Request request, List<String> resourceIds) {
    String discountId = request.path("discount_id");
    String id = request.path("condition_id");
    Instant now = Timestamps.now(clock);
    return store
        .lock(db, discountId)
        .compose(locked ->
            store.removeOthers(db, discountId, id, resourceIds, changed(request, now, id)))
        .compose(
            removed -> store.add(db, discountId, id, resourceIds, now, changed(request, now, id)))
        .map(ruleId -> ruleId.orElseThrow(() -> DiscountResources.notFound(discountId)));
  }

  private Future<Reply> delete(Request request) {
    Selection selection = DiscountResources.VIEW.selectForWrite(request.query());
    String discountId = request.path("discount_id");
    String id = request.path("condition_id");
    return store
        .find(pool, discountId, id)
        .compose(found -> {
          ConditionStore.Found current =
              found.orElseThrow(() -> DiscountResources.notFound(discountId));
          if (current.type() != null && !current.isOwn()) {
            throw Problem.notFound(ConditionProblems.textOfAnother(id, discountId));
          }
          JsonArray events = changed(request, Timestamps.now(clock), id);
          return Transactions.attributed(pool, db -> store.delete(db, discountId, id, events));
        })
        .compose(ruleId -> readDiscount(request, selection, ruleId.orElse(null)))
        .map(discount ->
            Reply.ok(
                new JsonObject()
                    .put("id", id)
                    .put("object", "discount-condition")
                    .put("deleted", true)
                    .put("discount", discount)));
  }

  private Future<Reply> addResources(Request request) {
    Selection selection = DiscountResources.VIEW.selectForWrite(request.query());
    String discountId = request.path("discount_id");
    String id = request.path("condition_id");
    return require(request)
        .compose(type -> {
          List<String> resourceIds = resourceIds(request);
          Instant now = Timestamps.now(clock);
          JsonArray events = changed(request, now, id);
          return remote
              .requireResources(request.context(), type, resourceIds)
              .compose(checked ->
                  Transactions.attributed(
                      pool, db -> store.add(db, discountId, id, resourceIds, now, events)));
        })
        .compose(ruleId -> show(request, selection, ruleId.orElse(null)));
  }

  private Future<Reply> removeResources(Request request) {
    Selection selection = DiscountResources.VIEW.selectForWrite(request.query());
    String discountId = request.path("discount_id");
    String id = request.path("condition_id");
    return require(request)
        .compose(type -> {
          List<String> resourceIds = resourceIds(request);
          JsonArray events = changed(request, Timestamps.now(clock), id);
          return Transactions.attributed(
              pool, db -> store.remove(db, discountId, id, resourceIds, events));
        })
        .compose(ruleId -> show(request, selection, ruleId.orElse(null)));
  }

  private static List<String> resourceIds(Request request) {
    JsonArray resources = request.body().getJsonArray("resources");
    if (resources.isEmpty()) {
      throw ConditionInput.missing();
    }
    return resources.stream()
        .map(resource -> ((JsonObject) resource).getString("id"))
        .distinct()
        .toList();
  }

  private Future<Reply> findResources(Request request) {
    JsonObject input = request.input();
    return store
        .findResources(pool, input.getString("id"), input.getString("type"))
        .map(found -> Reply.ok(new JsonObject().put("ids", new JsonArray(found))));
  }

  /** Type of the condition in the path; it has to belong to the discount in the path. */
  private Future<ConditionType> require(Request request) {
    String discountId = request.path("discount_id");
    String id = request.path("condition_id");
    return store
        .find(pool, discountId, id)
        .map(found -> {
          ConditionStore.Found current =
              found.orElseThrow(() -> DiscountResources.notFound(discountId));
          if (current.type() == null) {
            throw ConditionProblems.notFound(id);
          }
          if (!current.isOwn()) {
            throw ConditionProblems.ofAnother(id, discountId);
          }
          return current.type();
        });
  }

  private static JsonArray changed(Request request, Instant now, String conditionId) {
    return DiscountEvents.row(
        request,
        now,
        "discount.condition_changed",
        new JsonObject().put("condition_id", conditionId));
  }

  /**
   * Response with the discount after a change of its rule; the rule id is null if the discount was
   * deleted concurrently.
   */
  private Future<Reply> show(Request request, Selection selection, @Nullable String ruleId) {
    return readDiscount(request, selection, ruleId).map(discount -> Reply.ok("discount", discount));
  }

  private Future<JsonObject> readDiscount(
      Request request, Selection selection, @Nullable String ruleId) {
    String discountId = request.path("discount_id");
    if (ruleId == null) {
      throw DiscountResources.notFound(discountId);
    }
    return reader
        .withRemote(bus, request.context())
        .find(selection, discountId)
        .map(found -> found.orElseThrow(() -> DiscountResources.notFound(discountId)));
  }
}
