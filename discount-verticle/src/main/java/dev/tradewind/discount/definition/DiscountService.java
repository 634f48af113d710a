package dev.tradewind.discount.definition;

import dev.tradewind.api.discount.DiscountOperation;
import dev.tradewind.discount.remote.RemoteReferences;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Operations of staff on discounts and their regions. */
public final class DiscountService {

  private static final ListDefinition LISTING =
      ListDefinition.of(DiscountResources.VIEW, 20)
          .filter("is_dynamic", "is_disabled", "created_at", "updated_at")
          .filter("rule", new RuleFilter())
          .indexedSearch("t.code ILIKE {}")
          .build();

  private static final Selection ID =
      Selection.of(DiscountResources.DISCOUNT).withFields(Set.of("id"));

  private final RemoteReferences remote;
  private final ResourceReader reader;
  private final OperationClient bus;
  private final Pool pool;
  private final Clock clock;
  private final UpdateDiscount update;
  private final DiscountStore store;

  public DiscountService(Pool pool, DiscountStore store, OperationClient bus, Clock clock) {
    this.store = store;
    this.remote = new RemoteReferences(bus);
    this.bus = bus;
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.clock = clock;
    this.update = new UpdateDiscount(remote, pool, clock);
  }

  public void bind(Operations operations, Operations internal) {
    internal.on(DiscountOperation.FIND_DISCOUNTS, this::findIds);
    operations
        .on("adminListDiscounts", this::list)
        .on("adminGetDiscount", this::get)
        .on("adminGetDiscountByCode", this::getByCode)
        .on("adminCreateDiscount", this::create)
        .on("adminUpdateDiscount", this::update)
        .on("adminDeleteDiscount", this::delete)
        .on("adminAddRegionToDiscount", this::addRegion)
        .on("adminRemoveRegionFromDiscount", this::removeRegion);
  }

  private Future<Reply> list(Request request) {
    return reader
        .withRemote(bus, request.context())
        .list(LISTING, request.query())
        .map(page -> page.reply("discounts"));
  }

  private Future<Reply> findIds(Request request) {
    return reader
        .findAll(ID, JsonArrays.strings(request.input().getJsonArray("ids")))
        .map(found ->
            Reply.ok(
                new JsonObject()
                    .put(
                        "ids",
                        new JsonArray(found.stream().map(row -> row.getString("id")).toList()))));
  }

  private Future<Reply> get(Request request) {
    return show(request, DiscountResources.VIEW.select(request.query()), request.path("id"));
  }

  private Future<Reply> getByCode(Request request) {
    String code = request.path("code");
    WhereClause conditions =
        new WhereClause()
            .add("t.deleted_at IS NULL")
            .add("t.code = {}", DiscountResources.normalized(code));
    return reader
        .withRemote(bus, request.context())
        .select(DiscountResources.VIEW.select(request.query()), conditions, "")
        .map(found ->
            found.stream()
                .findFirst()
                .orElseThrow(
                    () -> Problem.notFound("Discounts with code " + code + " was not found")))
        .map(discount -> Reply.ok("discount", discount));
  }

  private Future<Reply> create(Request request) {
    Selection selection = DiscountResources.VIEW.selectForWrite(request.query());
    NewDiscount discount = NewDiscount.parse(request.body());
    Instant now = Timestamps.now(clock);
    JsonArray events = DiscountEvents.row(request, now, "discount.created", new JsonObject());
    return remote
        .requireRegions(request.context(), discount.regionIds())
        .compose(found ->
            ConditionInput.requireResources(remote, request.context(), discount.conditions()))
        .compose(
            checked -> Transactions.attributed(pool, db -> store.insert(db, discount, now, events)))
        .compose(created -> show(request, selection, discount.id()));
  }

  private Future<Reply> update(Request request) {
    Selection selection = DiscountResources.VIEW.selectForWrite(request.query());
    String id = request.path("id");
    return update.update(request).compose(updated -> show(request, selection, id));
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    return Transactions.attributed(pool, db -> delete(db, request, id))
        .map(changed ->
            Reply.ok(
                new JsonObject().put("id", id).put("object", "discount").put("deleted", true)));
  }

  /** Deletes a discount. The codes of a deleted dynamic discount become unusable. */
  private Future<?> delete(SqlClient db, Request request, String id) {
    Instant now = Timestamps.now(clock);
    JsonArray gone = DiscountEvents.row(request, now, "discount.deleted", new JsonObject());
    JsonArray disabled =
        DiscountEvents.row(
            request,
            now,
            "discount.updated",
            new JsonObject().put("fields", new JsonArray().add("is_disabled")));
    return store
        .delete(db, id, now, gone)
        .compose(deleted -> {
          if (deleted.isEmpty()) {
            return Future.succeededFuture(deleted);
          }
          return store.disableCodes(db, id, now, disabled);
        });
  }

  private Future<Reply> addRegion(Request request) {
    String id = request.path("id");
    String regionId = request.path("region_id");
    return require(id)
        .compose(found -> remote.requireRegions(request.context(), List.of(regionId)))
        .compose(found ->
            changeRegion(
                request,
                Transactions.attributed(
                    pool, db -> store.addRegion(db, id, regionId, regionsChanged(request)))));
  }

  private Future<Reply> removeRegion(Request request) {
    return changeRegion(
        request,
        Transactions.attributed(
            pool,
            db ->
                store.removeRegion(
                    db, request.path("id"), request.path("region_id"), regionsChanged(request))));
  }

  private Future<Reply> changeRegion(Request request, Future<Boolean> change) {
    String id = request.path("id");
    return change.compose(exists -> {
      if (!exists) {
        throw DiscountResources.notFound(id);
      }
      return show(request, DiscountResources.VIEW.written(), id);
    });
  }

  private JsonArray regionsChanged(Request request) {
    return DiscountEvents.row(
        request,
        Timestamps.now(clock),
        "discount.updated",
        new JsonObject().put("fields", new JsonArray().add("regions")));
  }

  private Future<JsonObject> require(String id) {
    return reader
        .find(Selection.of(DiscountResources.DISCOUNT), id)
        .map(found -> found.orElseThrow(() -> DiscountResources.notFound(id)));
  }

  private Future<Reply> show(Request request, Selection selection, String id) {
    return reader
        .withRemote(bus, request.context())
        .find(selection, id)
        .map(
            found -> Reply.ok("discount", found.orElseThrow(() -> DiscountResources.notFound(id))));
  }
}
