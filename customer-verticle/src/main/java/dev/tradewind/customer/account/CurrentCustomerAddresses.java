package dev.tradewind.customer.account;

import dev.tradewind.customer.customer.CustomerChangeStore;
import dev.tradewind.customer.customer.CustomerEvents;
import dev.tradewind.customer.schema.Countries;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/**
 * Operations of a logged-in customer on the own addresses. An address of another customer is not
 * found by any of them.
 */
public final class CurrentCustomerAddresses {

  private final AddressStore store;
  private final CustomerChangeStore customers;
  private final CurrentCustomer own;
  private final Pool pool;
  private final Countries countries;
  private final Clock clock;

  public CurrentCustomerAddresses(
      Pool pool,
      OperationClient bus,
      AddressStore store,
      CustomerChangeStore customers,
      Clock clock) {
    this.store = store;
    this.own = new CurrentCustomer(pool, bus);
    this.pool = pool;
    this.countries = new Countries(bus);
    this.customers = customers;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("storeCreateCustomerMeAddress", this::add)
        .on("storeUpdateCustomerMeAddress", this::update)
        .on("storeDeleteCustomerMeAddress", this::delete);
  }

  private Future<Reply> add(Request request) {
    return countries
        .checked(request.context(), request.body().getJsonObject("address"))
        .compose(address ->
            change(request, (db, customer, now) -> store.add(db, customer, address, now)));
  }

  private Future<Reply> update(Request request) {
    String id = request.path("address_id");
    return countries
        .checked(request.context(), request.body())
        .compose(input ->
            change(
                request,
                (db, customer, now) ->
                    store
                        .owner(db, customer, id)
                        .compose(owner ->
                            switch (owner) {
                              case SELF ->
                                  store.update(db, id, input, now).map(updated -> !input.isEmpty());
                              case SOMEBODY_ELSE -> Future.failedFuture(AddressStore.notFound(id));
                              case NOBODY, SELF_BUT_DELETED ->
                                  Future.failedFuture(
                                      Problem.invalidData("Could not find address for customer"));
                            })));
  }

  /** Deletes the address; deleting an unknown one succeeds. */
  private Future<Reply> delete(Request request) {
    String id = request.path("address_id");
    return change(
        request,
        (db, customer, now) ->
            store
                .owner(db, customer, id)
                .compose(owner ->
                    switch (owner) {
                      case SELF -> store.delete(db, customer, id, now).map(true);
                      case SOMEBODY_ELSE -> Future.failedFuture(AddressStore.notFound(id));
                      case NOBODY, SELF_BUT_DELETED -> Future.succeededFuture(false);
                    }));
  }

  /** Change to the locked customer; false if it had no effect. */
  @FunctionalInterface
  private interface Change {
    Future<Boolean> of(SqlClient db, String customerId, Instant now);
  }

  private Future<Reply> change(Request request, Change change) {
    return Transactions.inTransaction(pool, db -> changeNow(db, request, change))
        .compose(done -> own.show(request));
  }

  private Future<Void> changeNow(SqlClient db, Request request, Change change) {
    Instant now = Timestamps.now(clock);
    return customers
        .lock(db, CurrentCustomer.id(request))
        .compose(customer ->
            change
                .of(db, customer.id(), now)
                .compose(changed -> {
                  if (changed) {
                    return customers.tell(
                        db,
                        List.of(
                            CustomerEvents.of(
                                request.context(), now, CustomerEvents.UPDATED, customer.id())));
                  }
                  return Future.succeededFuture();
                }));
  }
}
