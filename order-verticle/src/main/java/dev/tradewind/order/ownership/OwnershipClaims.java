package dev.tradewind.order.ownership;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.event.RequestedNotification;
import dev.tradewind.api.event.Topics;
import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.ratelimit.AttemptCounterStore.Counter;
import dev.tradewind.kernel.ratelimit.AttemptRateLimiter;
import dev.tradewind.kernel.ratelimit.ClientNetwork;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.kernel.token.JwtService;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Claims of orders by a customer with an account. A token goes to the e-mail address of the orders;
 * its recipient confirms the claim with it, once. No token is needed right after an order, for an
 * account of its address that was opened since: the order is shown to everyone who knows its id,
 * and its address can take the account back. Claims are limited by account and network, and their
 * e-mails by address: above that limit its owner has several with a valid token already.
 */
public final class OwnershipClaims {

  private static final Duration LIFETIME = Duration.ofMinutes(15);

  /** Time after an order in which an account of its address needs no token. */
  private static final Duration WINDOW = Duration.ofHours(1);

  private static final String PURPOSE = "claim-orders";

  private static final String CLAIMED = "order-update-token.created";

  private static final Ids IDS = Ids.of("oclaim");

  private static final Pattern JWT =
      Pattern.compile("[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+");

  /** Claims of an account, and e-mails to one address, within a window. */
  public static final int PER_ACCOUNT = 10;

  public static final int PER_EMAIL = 10;
  public static final int PER_NETWORK = 300;

  private final AttemptRateLimiter limiter;
  private final OwnershipStore store = new OwnershipStore();
  private final Pool pool;
  private final OrderUnitOfWork work;
  private final CustomerClient customers;
  private final JwtService tokens;
  private final Clock clock;

  public OwnershipClaims(
      Vertx vertx,
      Pool pool,
      OrderUnitOfWork work,
      OperationClient bus,
      JwtService tokens,
      Clock clock) {
    this.limiter =
        new AttemptRateLimiter(
            "order-claim", vertx, pool, AttemptRateLimiter.DEFAULT_WINDOW, clock);
    this.pool = pool;
    this.work = work;
    this.customers = new CustomerClient(bus);
    this.tokens = tokens;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("storeTokenOrderBatchCustomer", this::claim)
        .on("storeConfirmOrderCustomer", this::confirm)
        .on("storeClaimPlacedOrder", this::claimPlaced);
  }

  /** Hands an order to the customer who has opened an account right after it. */
  private Future<Reply> claimPlaced(Request request) {
    CallContext context = request.context();
    String customerId = Objects.requireNonNull(context.principal().id());
    String orderId = request.path("id");
    return counted(request, customerId)
        .compose(counted -> store.findOwner(pool, orderId))
        .compose(found -> {
          String ownerId = found.orElseThrow(() -> hidden(orderId));
          return ownerId.equals(customerId)
              ? Future.succeededFuture()
              : customers
                  .findCustomers(context, List.of(customerId, ownerId))
                  .compose(both ->
                      work.change(
                          OrderRequest.of(context, orderId, clock),
                          tx -> Future.succeededFuture(handOver(tx, both, customerId))));
        })
        .map(changed -> Reply.text(200, "OK"));
  }

  /**
   * @param both the customer, and the owner as read before the order was locked
   */
  private Change<Void> handOver(OrderTransaction tx, List<JsonObject> both, String customerId) {
    Order order = tx.order();
    JsonObject customer = named(both, customerId).orElseThrow(() -> hidden(order.id()));
    boolean isOfGuest =
        named(both, order.customerId())
            .map(owner -> !owner.getBoolean("has_account"))
            .orElse(false);
    boolean isPlacedBefore =
        order.createdAt().isBefore(Instant.parse(customer.getString("created_at")))
            && clock.instant().isBefore(order.createdAt().plus(WINDOW));
    if (!isOfGuest
        || !isPlacedBefore
        || order.isCanceled()
        || !order.email().equalsIgnoreCase(customer.getString("email"))) {
      throw hidden(order.id());
    }
    return assign(tx, customer);
  }

  private static Optional<JsonObject> named(List<JsonObject> customers, String id) {
    return customers.stream().filter(one -> id.equals(one.getString("id"))).findFirst();
  }

  private static RuntimeException hidden(String orderId) {
    return Problem.notFound("Order with id: " + orderId + " was not found");
  }

  /** Requests a notification with a token for every e-mail address of the orders. */
  private Future<Reply> claim(Request request) {
    String customerId = Objects.requireNonNull(request.principal().id());
    return counted(request, customerId)
        .compose(counted -> store.findByEmail(pool, orderIds(request.body().getValue("order_ids"))))
        .compose(this::allowed)
        .compose(allowed -> {
          Instant now = Timestamps.now(clock);
          List<Event> events =
              allowed.stream()
                  .flatMap(claimed -> events(request.context(), customerId, claimed, now))
                  .toList();
          return events.isEmpty() ? Future.succeededFuture() : Outbox.append(pool, events);
        })
        .map(appended -> Reply.text(200, "OK"));
  }

  private Future<Void> counted(Request request, String customerId) {
    return limiter
        .attempt(
            Counter.of(PER_ACCOUNT, "claim", "account", customerId),
            Counter.of(PER_NETWORK, "claim", "network", ClientNetwork.of(request)))
        .count();
  }

  /** Orders of the e-mail addresses that get a further e-mail. */
  private Future<List<Map.Entry<String, List<String>>>> allowed(Map<String, List<String>> found) {
    List<Map.Entry<String, List<String>>> allowed = new ArrayList<>();
    List<Future<Void>> counts =
        found.entrySet().stream()
            .map(claimed ->
                limiter
                    .allows(Counter.of(PER_EMAIL, "claim", "email", claimed.getKey()))
                    .<Void>map(isAllowed -> {
                      if (isAllowed) {
                        allowed.add(claimed);
                      }
                      return null;
                    }))
            .toList();
    return Future.join(counts).map(allowed);
  }

  /** One id may be given without an array. */
  private static Set<String> orderIds(Object value) {
    if (value instanceof JsonArray ids) {
      return ids.stream().map(String.class::cast).collect(Collectors.toSet());
    }
    return Set.of((String) value);
  }

  /** The claim, and the notification with the token. */
  private Stream<Event> events(
      CallContext context,
      String customerId,
      Map.Entry<String, List<String>> claimed,
      Instant now) {
    String email = claimed.getKey();
    JsonArray ids = new JsonArray(claimed.getValue());
    String claimId = IDS.next();
    JsonObject claim =
        new JsonObject().put("id", claimId).put("new_customer_id", customerId).put("orders", ids);
    JsonObject claims =
        new JsonObject()
            .put("claimingCustomerId", customerId)
            .put("orders", ids)
            .put("email", email);
    JsonObject data =
        new JsonObject()
            .put("id", customerId)
            .put("old_email", email)
            .put("new_customer_id", customerId)
            .put("orders", ids)
            .put("token", tokens.sign(PURPOSE, claims, LIFETIME));
    return Stream.of(
        Event.of(context, now, Topics.CUSTOMER, CLAIMED, claimId, 1, claim).keyedBy(customerId),
        new RequestedNotification(Sha256.of(email), CLAIMED, "customer", customerId, email, data)
            .requested(context, now));
  }

  private Future<Reply> confirm(Request request) {
    String token = request.body().getString("token");
    if (!JWT.matcher(token).matches()) {
      throw Problem.invalidData("token must be a jwt string");
    }
    CallContext context = request.context();
    return tokens
        .verify(token, PURPOSE)
        .compose(verified -> {
          JsonObject claims =
              verified.orElseThrow(() -> refused("The token is invalid or has expired"));
          return customers
              .findCustomers(context, List.of(claims.getString("claimingCustomerId")))
              .compose(found -> {
                JsonObject customer =
                    found.stream()
                        .findFirst()
                        .orElseThrow(() -> refused("The customer of the token does not exist"));
                return Transactions.inTransaction(
                    pool, db -> confirm(context, db, claims, customer));
              });
        })
        .map(confirmed -> Reply.text(200, "OK"));
  }

  private Future<Void> confirm(
      CallContext context, SqlConnection db, JsonObject claims, JsonObject customer) {
    Instant expiresAt = Instant.ofEpochSecond(claims.getLong("exp"));
    Set<String> ids =
        claims.getJsonArray("orders").stream()
            .map(String.class::cast)
            .collect(Collectors.toCollection(TreeSet::new));
    return store
        .useToken(db, claims.getString("jti"), expiresAt)
        .compose(first -> {
          if (!first) {
            throw refused("The token was used before");
          }
          // Orders are locked in the order of their ids, which avoids deadlocks.
          Future<Void> assigned = Future.succeededFuture();
          for (String id : ids) {
            assigned =
                assigned.compose(before ->
                    work.<Void>changeWithin(
                            db,
                            OrderRequest.of(context, id, clock),
                            tx ->
                                Future.succeededFuture(
                                    tx.order().email().equals(claims.getString("email"))
                                        ? assign(tx, customer)
                                        : Change.none()))
                        .mapEmpty());
          }
          return assigned;
        });
  }

  private static Change<Void> assign(OrderTransaction tx, JsonObject customer) {
    if (tx.order().isCanceled()) {
      throw Problem.notAllowed("A canceled order cannot be updated");
    }
    JsonObject document = customer.copy();
    // Group ids are for discount conditions and not shown.
    document.remove("group_ids");
    return Change.of(
        new OrderMutation.Correction(
            customer.getString("email"), new ResourceDocument(document), null, null, null, null),
        List.of(OrderEvents.of(tx.context(), tx.now(), OrderEvents.UPDATED, tx.order())));
  }

  private static RuntimeException refused(String message) {
    return Problem.invalidData(message);
  }
}
