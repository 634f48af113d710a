package dev.tradewind.customer.account;

import static dev.tradewind.kernel.token.Token.Surface.STORE;

import dev.tradewind.api.customer.EmailAddress;
import dev.tradewind.customer.auth.account.AccountNotification;
import dev.tradewind.customer.auth.login.LoginRateLimiter;
import dev.tradewind.customer.auth.login.Reauthentication;
import dev.tradewind.customer.auth.reset.ChangePassword;
import dev.tradewind.customer.customer.CustomerChangeStore;
import dev.tradewind.customer.customer.CustomerChangeStore.LockedCustomer;
import dev.tradewind.customer.customer.CustomerEvents;
import dev.tradewind.customer.customer.OwnedMetadata;
import dev.tradewind.customer.password.Confirmation;
import dev.tradewind.customer.password.PasswordRules;
import dev.tradewind.customer.schema.Countries;
import dev.tradewind.customer.schema.CustomerResources;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Operations of a logged-in customer on the own account. */
public final class CurrentCustomerAccount {

  private static final Selection BARE = Selection.of(CustomerResources.CUSTOMER);

  private final ResourceWriter writer = new ResourceWriter(CustomerResources.CUSTOMER);
  private final AddressStore addresses;
  private final CustomerChangeStore customers;
  private final CurrentCustomer own;
  private final Pool pool;
  private final LoginRateLimiter throttle;
  private final ChangePassword passwords;
  private final Reauthentication reauthentication;
  private final PasswordRules rules;
  private final OwnedMetadata owned;
  private final Countries countries;
  private final Clock clock;

  public CurrentCustomerAccount(
      Pool pool,
      OperationClient bus,
      LoginRateLimiter throttle,
      ChangePassword passwords,
      Reauthentication reauthentication,
      PasswordRules rules,
      AddressStore addresses,
      CustomerChangeStore customers,
      OwnedMetadata owned,
      Clock clock) {
    this.own = new CurrentCustomer(pool, bus);
    this.pool = pool;
    this.throttle = throttle;
    this.passwords = passwords;
    this.reauthentication = reauthentication;
    this.rules = rules;
    this.countries = new Countries(bus);
    this.addresses = addresses;
    this.customers = customers;
    this.owned = owned;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on("storeGetCustomerMe", own::show).on("storeMeCustomer", this::update);
  }

  private Future<Reply> update(Request request) {
    owned.requireUntouched(request.body());
    return hasNewEmail(request)
        .compose(isNew ->
            confirm(request, isNew)
                // A new address asks whether it has an account: limited like the question.
                .compose(confirmed ->
                    isNew ? throttle.question(request).count() : Future.succeededFuture()))
        .compose(counted -> updateLimited(request));
  }

  private Future<Boolean> hasNewEmail(Request request) {
    String email = request.body().getString("email");
    if (email == null) {
      return Future.succeededFuture(false);
    }
    return own.email(request).map(current -> !EmailAddress.normalized(email).equals(current));
  }

  private Future<Void> confirm(Request request, boolean hasNewEmail) {
    JsonObject body = request.body();
    Confirmation needed = hasNewEmail ? rules.ofOthers() : Confirmation.NONE;
    return reauthentication.confirm(
        request,
        STORE,
        body.getString("old_password"),
        body.getString("password") == null ? needed : rules.ofPassword());
  }

  private Future<Reply> updateLimited(Request request) {
    JsonObject body = request.body();
    Future<Optional<String>> hash =
        body.getString("password") == null
            ? Future.succeededFuture(Optional.empty())
            : passwords.hash(request, STORE, STORE, body.getString("password")).map(Optional::of);
    Future<Optional<JsonObject>> billing =
        body.getValue("billing_address") instanceof JsonObject value
            ? countries.checked(request.context(), value).map(Optional::of)
            : Future.succeededFuture(Optional.empty());
    String id = CurrentCustomer.id(request);
    return Future.all(hash, billing)
        .compose(ready ->
            Transactions.inTransaction(
                pool,
                db ->
                    customers
                        .lock(db, id)
                        .compose(customer ->
                            update(db, request, customer, hash.result(), billing.result()))))
        .compose(done -> own.show(request));
  }

  private Future<Void> update(
      SqlClient db,
      Request request,
      LockedCustomer customer,
      Optional<String> hash,
      Optional<JsonObject> billing) {
    Instant now = Timestamps.now(clock);
    JsonObject body = request.body();
    JsonObject values = RowChange.pick(body, "first_name", "last_name", "phone", "metadata");
    if (body.getString("email") != null) {
      values.put("email", EmailAddress.normalized(body.getString("email")));
    }
    return billingAddress(db, customer, body, billing, now)
        .compose(address -> {
          address.ifPresent(id -> values.put("billing_address_id", id));
          if (body.containsKey("billing_address") && body.getValue("billing_address") == null) {
            values.putNull("billing_address_id");
          }
          return store(db, request, customer, new RowChange(now, values, List.of()), hash);
        });
  }

  /** Writes the customer and publishes its events with the last statement. */
  private Future<Void> store(
      SqlClient db,
      Request request,
      LockedCustomer customer,
      RowChange write,
      Optional<String> hash) {
    String id = customer.id();
    List<Event> told = events(request, customer, write, hash.isPresent());
    return hash.map(fresh ->
            writer
                .update(db, BARE, id, write)
                .compose(updated -> passwords.store(db, request, STORE, id, fresh, told))
                .<Void>mapEmpty())
        .orElseGet(() ->
            writer
                .update(db, BARE, id, new RowChange(write.at(), write.values(), told))
                .mapEmpty());
  }

  /** The change, and the notifications of the present e-mail address about it. */
  private static List<Event> events(
      Request request, LockedCustomer customer, RowChange write, boolean hasNewPassword) {
    CallContext context = request.context();
    String id = customer.id();
    List<Event> events = new ArrayList<>();
    events.add(CustomerEvents.of(context, write.at(), CustomerEvents.UPDATED, id));
    if (hasNewPassword) {
      events.add(
          AccountNotification.passwordChanged(context, write.at(), STORE, id, customer.email()));
    }
    String email = write.values().getString("email");
    if (email != null && !email.equals(customer.email())) {
      events.add(AccountNotification.emailChanged(context, write.at(), id, customer.email()));
    }
    return events;
  }

  /** Id of the new billing address, if the body sets one. */
  private Future<Optional<String>> billingAddress(
      SqlClient db,
      LockedCustomer customer,
      JsonObject body,
      Optional<JsonObject> value,
      Instant now) {
    if (body.getValue("billing_address") instanceof String id) {
      return addresses.requireOwn(db, customer.id(), id).map(Optional.of(id));
    }
    if (value.isEmpty()) {
      return Future.succeededFuture(Optional.empty());
    }
    return addresses
        .mergeOrAdd(db, customer.billingAddressId(), value.orElseThrow(), now)
        .map(Optional::of);
  }
}
