package dev.tradewind.cart;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.testing.RecordedAnswers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Fake of the customer verticle on the event bus: one customer with an account and an address, and
 * guests on request.
 */
final class FakeCustomers {

  static final String ADA = "cus_ada";
  static final String ADAS_ADDRESS = "addr_ada";

  final Map<String, JsonObject> customers = new ConcurrentHashMap<>();
  final AtomicInteger calls = new AtomicInteger();

  FakeCustomers() {
    customers.put(ADA, customer(ADA, "ada@example.com", true));
  }

  Future<Operations.OperationServer> serve(Vertx vertx) {
    return new Operations()
        .on(CustomerOperation.ENSURE_GUEST, this::ensureGuest)
        .on(CustomerOperation.FIND_CUSTOMERS, this::findCustomers)
        .on(CustomerOperation.FIND_ADDRESS, this::findAddress)
        .serve(vertx, OperationClient.internalAddress(CustomerClient.ADDRESS), Clock.systemUTC());
  }

  /** Guest who is a member of a group. */
  void ensureMember(String email, String groupId) {
    String id = "cus_" + email;
    customers.put(id, customer(id, email, false).put("group_ids", new JsonArray().add(groupId)));
  }

  private Future<Reply> ensureGuest(Request request) {
    calls.incrementAndGet();
    String email = request.input().getString("email");
    String id = "cus_" + email;
    return Future.succeededFuture(
        Reply.ok("customer", customers.computeIfAbsent(id, key -> customer(key, email, false))));
  }

  private Future<Reply> findCustomers(Request request) {
    calls.incrementAndGet();
    List<JsonObject> found =
        request.input().getJsonArray("ids").stream()
            .map(String::valueOf)
            .filter(customers::containsKey)
            .map(customers::get)
            .toList();
    return Future.succeededFuture(
        Reply.ok(new JsonObject().put("customers", new JsonArray(found))));
  }

  private Future<Reply> findAddress(Request request) {
    String id = request.input().getString("address_id");
    if (!id.equals(ADAS_ADDRESS) || !ADA.equals(request.input().getString("customer_id"))) {
      return Future.failedFuture(Problem.notFound("Address with id " + id + " was not found"));
    }
    return Future.succeededFuture(
        Reply.ok(
            "address",
            new JsonObject()
                .put("id", id)
                .put("first_name", "Ada")
                .put("city", "Oslo")
                .put("country_code", "no")));
  }

  private static JsonObject customer(String id, String email, boolean hasAccount) {
    JsonObject recorded =
        RecordedAnswers.body("store-create-payment-sessions")
            .getJsonObject("cart")
            .getJsonObject("customer");
    return recorded
        .copy()
        .put("id", id)
        .put("email", email)
        .put("has_account", hasAccount)
        .put("group_ids", new JsonArray());
  }
}
