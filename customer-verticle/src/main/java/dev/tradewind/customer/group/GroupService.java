package dev.tradewind.customer.group;

import dev.tradewind.api.customer.CustomerChangeKind;
import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.api.discount.DiscountConditionFilter;
import dev.tradewind.api.event.DeletedReferences;
import dev.tradewind.api.event.Topics;
import dev.tradewind.customer.schema.GroupResources;
import dev.tradewind.kernel.changelog.Dependencies;
import dev.tradewind.kernel.changelog.ReplyCache;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** Admin operations on customer groups. Names are unique. */
public final class GroupService {

  private static final View VIEW = View.of(GroupResources.GROUP);

  private static final ListDefinition LISTING =
      ListDefinition.of(VIEW, 10)
          .filter("id", "name", "created_at", "updated_at")
          .indexedSearch("t.name ILIKE {}")
          .build();

  private static final Selection WHOLE = VIEW.written();

  private final Ids ids = Ids.of("cgrp");
  private final ResourceWriter writer = new ResourceWriter(GroupResources.GROUP);
  private final GroupStore groups;
  private final ResourceReader reader;
  private final DiscountConditionFilter ofDiscountCondition;
  private final Pool pool;
  private final OperationClient bus;
  private final ReplyCache cache;
  private final EventBus eventBus;
  private final Clock clock;

  public GroupService(
      Pool pool,
      OperationClient bus,
      ReplyCache cache,
      EventBus eventBus,
      GroupStore groups,
      Clock clock) {
    this.reader = new ResourceReader(pool);
    this.ofDiscountCondition = new DiscountConditionFilter(bus, ConditionType.CUSTOMER_GROUPS);
    this.pool = pool;
    this.bus = bus;
    this.cache = cache;
    this.eventBus = eventBus;
    this.groups = groups;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListCustomerGroups", request -> cached(request, () -> list(request)))
        .on("adminGetCustomerGroup", request -> cached(request, () -> get(request)))
        .on("adminCreateCustomerGroup", this::create)
        .on("adminUpdateCustomerGroup", this::update)
        .on("adminDeleteCustomerGroup", this::delete);
  }

  private Future<Reply> cached(Request request, Supplier<Future<Reply>> operation) {
    return cache.get(request, Dependencies.on(CustomerChangeKind.CUSTOMER_GROUP), operation);
  }

  private Future<Reply> list(Request request) {
    return ofDiscountCondition
        .of(request)
        .compose(named ->
            reader.withRemote(bus, request.context()).list(LISTING, request.query(), named))
        .map(page -> page.reply("customer_groups"));
  }

  private Future<Reply> get(Request request) {
    return find(request, VIEW.select(request.query()));
  }

  private Future<Reply> find(Request request, Selection selection) {
    String id = request.path("id");
    return reader
        .withRemote(bus, request.context())
        .find(selection, id)
        .map(found ->
            Reply.ok(GroupResources.OBJECT, found.orElseThrow(() -> GroupResources.notFound(id))));
  }

  private Future<Reply> create(Request request) {
    String id = ids.next();
    JsonObject values = RowChange.pick(request.body(), "name", "metadata").put("id", id);
    return writer
        .insert(pool, WHOLE, write(request, id, "customer_group.created", values))
        .recover(failure -> Future.failedFuture(explained(failure, values.getString("name"))))
        .map(created -> Reply.ok(GroupResources.OBJECT, created));
  }

  /**
   * Replaces the message of a duplicate name by the one that clients of this API expect on
   * creation.
   */
  private static Throwable explained(Throwable failure, String name) {
    if (Problem.is(failure, Problem.Kind.DUPLICATE)) {
      return Problem.duplicate("Key (name)=(" + name + ") already exists.");
    }
    return failure;
  }

  private Future<Reply> update(Request request) {
    String id = request.path("id");
    Selection selection = VIEW.selectForWrite(request.query());
    JsonObject values = RowChange.pick(request.body(), "name", "metadata");
    RowChange write = write(request, id, "customer_group.updated", values);
    return Transactions.retrying(() -> writer.update(pool, WHOLE, id, write))
        .compose(updated -> {
          if (updated.isEmpty()) {
            return Future.failedFuture(GroupResources.notFound(id));
          }
          if (selection == WHOLE) {
            return Future.succeededFuture(Reply.ok(GroupResources.OBJECT, updated.orElseThrow()));
          }
          return find(request, selection);
        });
  }

  /** Deletes the group; deleting an unknown one succeeds. */
  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    List<Event> told = write(request, id, "customer_group.deleted", new JsonObject()).events();
    return Transactions.attributed(pool, db -> groups.delete(db, id, told))
        .map(isDeleted -> {
          if (isDeleted) {
            DeletedReferences.CUSTOMER_GROUP.publish(eventBus, List.of(id));
          }
          return Reply.ok(
              new JsonObject()
                  .put("id", id)
                  .put("object", GroupResources.OBJECT)
                  .put("deleted", true));
        });
  }

  private RowChange write(Request request, String id, String type, JsonObject values) {
    Instant now = Timestamps.now(clock);
    JsonObject data = new JsonObject().put("id", id);
    Event event = Event.of(request.context(), now, Topics.CUSTOMER_GROUP, type, id, 0, data);
    return new RowChange(now, values, List.of(event));
  }
}
