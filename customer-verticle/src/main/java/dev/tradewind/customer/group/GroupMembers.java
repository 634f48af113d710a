package dev.tradewind.customer.group;

import dev.tradewind.customer.customer.CustomerChangeStore;
import dev.tradewind.customer.customer.CustomerEvents;
import dev.tradewind.customer.group.GroupStore.MemberChange;
import dev.tradewind.customer.schema.GroupResources;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Membership of customers in groups. Adding a member and removing a non-member have no effect; one
 * unknown customer makes the whole batch fail.
 */
public final class GroupMembers {

  private static final Selection WHOLE = Selection.of(GroupResources.GROUP);

  /** Effect of a batch on its customers. */
  private enum Step {
    ADDED(MemberChange.ADD, CustomerEvents::joined, "added_group_ids"),
    REMOVED(MemberChange.REMOVE, CustomerEvents::left, "removed_group_ids");

    private final MemberChange change;
    private final GroupEvent event;
    private final String member;

    Step(MemberChange change, GroupEvent event, String member) {
      this.change = change;
      this.event = event;
      this.member = member;
    }
  }

  /** Event of a group whose members changed. */
  @FunctionalInterface
  private interface GroupEvent {
    Event of(CallContext context, Instant now, String groupId, List<String> customers);
  }

  private final CustomerChangeStore changes;
  private final GroupStore groups;
  private final ResourceReader reader;
  private final Pool pool;
  private final Clock clock;

  public GroupMembers(Pool pool, GroupStore groups, CustomerChangeStore changes, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.groups = groups;
    this.changes = changes;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminAddCustomersToCustomerGroup", request -> change(request, Step.ADDED))
        .on("adminRemoveCustomersFromCustomerGroup", request -> change(request, Step.REMOVED));
  }

  private Future<Reply> change(Request request, Step step) {
    String id = request.path("id");
    List<String> customers =
        request.body().getJsonArray("customer_ids").stream()
            .map(each -> ((JsonObject) each).getString("id"))
            .distinct()
            .toList();
    return Transactions.attributed(pool, db -> change(db, request, step, customers))
        .compose(changed -> reader.find(WHOLE, id))
        .map(found ->
            Reply.ok(GroupResources.OBJECT, found.orElseThrow(() -> GroupResources.notFound(id))));
  }

  private Future<Void> change(SqlClient db, Request request, Step step, List<String> customers) {
    String id = request.path("id");
    String[] requested = customers.toArray(String[]::new);
    return lock(db, id)
        .compose(locked -> groups.lockCustomers(db, requested))
        .map(Set::copyOf)
        .compose(current -> {
          switch (step) {
            case ADDED -> requireAll(customers, current);
            case REMOVED -> {
              // An unknown customer is not a member either.
            }
          }
          return groups.change(db, step.change, id, requested);
        })
        .compose(changed ->
            Futures.unlessEmpty(changed, () -> appendEvents(db, request, step, changed)));
  }

  private Future<Void> lock(SqlClient db, String id) {
    return groups
        .lock(db, id)
        .map(isPresent -> {
          if (!isPresent) {
            throw GroupResources.notFound(id);
          }
          return null;
        });
  }

  private static void requireAll(List<String> customers, Set<String> current) {
    List<String> missing = customers.stream().filter(id -> !current.contains(id)).toList();
    if (!missing.isEmpty()) {
      throw Problem.notFound(
          "The following customer ids do not exist: \"" + String.join(", ", missing) + "\"");
    }
  }

  /** Appends one event of the group, and one per customer whose groups changed. */
  private Future<Void> appendEvents(
      SqlClient db, Request request, Step step, List<String> customers) {
    String id = request.path("id");
    Instant now = Timestamps.now(clock);
    Event ofGroup = step.event.of(request.context(), now, id, customers);
    List<Event> ofCustomers = new ArrayList<>();
    for (String customer : customers) {
      ofCustomers.add(
          CustomerEvents.of(
              request.context(),
              now,
              CustomerEvents.GROUPS_CHANGED,
              customer,
              new JsonObject().put(step.member, new JsonArray().add(id))));
    }
    return groups.tell(db, id, ofGroup).compose(told -> changes.tell(db, ofCustomers));
  }
}
