package dev.tradewind.customer.customer;

import static dev.tradewind.kernel.token.Token.Surface.ADMIN;
import static dev.tradewind.kernel.token.Token.Surface.STORE;

import dev.tradewind.api.customer.EmailAddress;
import dev.tradewind.customer.auth.account.AccountExists;
import dev.tradewind.customer.auth.account.AccountNotification;
import dev.tradewind.customer.auth.account.CustomerHooks;
import dev.tradewind.customer.auth.reset.ChangePassword;
import dev.tradewind.customer.customer.CustomerChangeStore.LockedCustomer;
import dev.tradewind.customer.schema.CustomerResources;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Admin operations on customers. */
public final class AdminCustomers {

  private static final String CHANGE_PASSWORD = "customers:password";

  private static final View VIEW =
      View.of(
          CustomerResources.CUSTOMER,
          "orders",
          "billing_address.country",
          "shipping_addresses.country");
  private static final Selection BARE = Selection.of(CustomerResources.CUSTOMER);

  private final Ids ids = Ids.of("cus");
  private final ResourceWriter writer = new ResourceWriter(CustomerResources.WITH_PASSWORD);
  private final CustomerChangeStore customers;
  private final ResourceReader reader;
  private final Pool pool;
  private final OperationClient bus;
  private final ChangePassword passwords;
  private final OwnedMetadata owned;
  private final CustomerHooks hooks;
  private final Clock clock;

  public AdminCustomers(
      Pool pool,
      OperationClient bus,
      ChangePassword passwords,
      CustomerChangeStore customers,
      OwnedMetadata owned,
      CustomerHooks hooks,
      Clock clock) {
    this.hooks = hooks;
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.bus = bus;
    this.passwords = passwords;
    this.customers = customers;
    this.owned = owned;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminGetCustomer", request -> find(request, VIEW.select(request.query())))
        .on("adminCreateCustomer", this::create)
        .on("adminUpdateCustomer", this::update);
  }

  private Future<Reply> find(Request request, Selection selection) {
    String id = request.path("id");
    return reader
        .withRemote(bus, request.context())
        .find(selection, id)
        .map(
            found -> Reply.ok("customer", found.orElseThrow(() -> CustomerResources.notFound(id))));
  }

  private Future<Reply> create(Request request) {
    JsonObject body = request.body();
    String id = ids.next();
    JsonObject values =
        owned
            .untouchedIn(RowChange.pick(body, "first_name", "last_name", "phone", "metadata"))
            .put("id", id)
            .put("email", EmailAddress.normalized(body.getString("email")))
            .put("has_account", true);
    return hooks
        .permitted(request.context(), values)
        .compose(permitted ->
            passwords
                .hash(request, ADMIN, STORE, body.getString("password"))
                .compose(hash ->
                    writer.insert(
                        pool,
                        BARE,
                        write(
                            request,
                            CustomerEvents.CREATED,
                            id,
                            values.put("password_hash", hash),
                            permitted.decisions()))))
        .recover(failure -> Future.failedFuture(explained(failure)))
        .map(created -> Reply.created("customer", created.putNull("billing_address")));
  }

  private static Throwable explained(Throwable failure) {
    return Problem.is(failure, Problem.Kind.DUPLICATE) ? AccountExists.problem() : failure;
  }

  private Future<Reply> update(Request request) {
    Selection selection = VIEW.selectForWrite(request.query());
    return hash(request)
        .compose(hash ->
            Transactions.attributed(
                pool,
                db ->
                    lockGroups(db, request)
                        .compose(locked -> customers.lock(db, request.path("id")))
                        .compose(customer -> update(db, request, customer, hash))))
        .compose(done -> find(request, selection));
  }

  private Future<Optional<String>> hash(Request request) {
    String value = request.body().getString("password");
    if (value == null) {
      return Future.succeededFuture(Optional.empty());
    }
    request.requirePermitted(CHANGE_PASSWORD);
    return passwords.hash(request, ADMIN, STORE, value).map(Optional::of);
  }

  private Future<Void> update(
      SqlClient db, Request request, LockedCustomer customer, Optional<String> hash) {
    JsonObject body = request.body();
    JsonObject values =
        owned.untouchedIn(RowChange.pick(body, "first_name", "last_name", "phone", "metadata"));
    String email = body.getString("email");
    if (email != null && customer.hasAccount()) {
      throw Problem.invalidData(
          "Email cannot be changed when the user has registered their account");
    }
    if (email != null) {
      values.put("email", EmailAddress.normalized(email));
    }
    RowChange write = write(request, CustomerEvents.UPDATED, customer.id(), values, List.of());
    return hash.map(fresh -> changed(db, request, write, customer, fresh))
        .orElseGet(() -> writer.update(db, BARE, customer.id(), write).mapEmpty())
        .compose(changed -> replaceGroups(db, request, customer, body.getJsonArray("groups")));
  }

  /** Appends one event for the update, together with the password, and notifies the owner. */
  private Future<Void> changed(
      SqlClient db, Request request, RowChange write, LockedCustomer customer, String hash) {
    String id = customer.id();
    List<Event> events = new ArrayList<>(write.events());
    if (customer.hasAccount()) {
      events.add(
          AccountNotification.passwordChanged(
              request.context(), write.at(), STORE, id, customer.email()));
    }
    return writer
        .update(db, BARE, id, new RowChange(write.at(), write.values(), List.of()))
        .compose(updated -> passwords.store(db, request, STORE, id, hash, events))
        .mapEmpty();
  }

  private Future<Void> replaceGroups(
      SqlClient db, Request request, LockedCustomer customer, @Nullable JsonArray value) {
    if (value == null) {
      return Future.succeededFuture();
    }
    return customers
        .replaceGroups(db, customer.id(), groups(value))
        .compose(changed ->
            Futures.unless(
                changed.isEmpty(),
                () ->
                    customers
                        .tell(
                            db,
                            List.of(
                                CustomerEvents.of(
                                    request.context(),
                                    Timestamps.now(clock),
                                    CustomerEvents.GROUPS_CHANGED,
                                    customer.id(),
                                    changed.toJson())))
                        .compose(told ->
                            customers.tellGroups(db, ofGroups(request, customer, changed)))));
  }

  private Future<Void> lockGroups(SqlClient db, Request request) {
    JsonArray value = request.body().getJsonArray("groups");
    if (value == null) {
      return Future.succeededFuture();
    }
    return customers.lockGroups(db, request.path("id"), groups(value));
  }

  private static List<String> groups(JsonArray value) {
    return value.stream().map(group -> ((JsonObject) group).getString("id")).toList();
  }

  /** The events that the groups have when their members are changed. */
  private List<Event> ofGroups(
      Request request, LockedCustomer customer, GroupMembershipChange changed) {
    Instant now = Timestamps.now(clock);
    List<Event> events = new ArrayList<>();
    List<String> members = List.of(customer.id());
    JsonArrays.strings(changed.added())
        .forEach(id -> events.add(CustomerEvents.joined(request.context(), now, id, members)));
    JsonArrays.strings(changed.removed())
        .forEach(id -> events.add(CustomerEvents.left(request.context(), now, id, members)));
    return events;
  }

  private RowChange write(
      Request request, String type, String id, JsonObject values, List<Event> decisions) {
    Instant now = Timestamps.now(clock);
    List<Event> events = new ArrayList<>(decisions);
    events.add(CustomerEvents.of(request.context(), now, type, id));
    return new RowChange(now, values, events);
  }
}
