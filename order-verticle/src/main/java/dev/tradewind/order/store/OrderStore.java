package dev.tradewind.order.store;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.kernel.database.PortionedQuery;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.ExpansionBudget;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.OrderResource;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.OrderStatus;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.PaymentStatus;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Store of orders, and their row mapping. */
public final class OrderStore {

  static final RecordCodec<Order> CODEC =
      RecordCodec.of(
          MethodHandles.lookup(),
          Order.class,
          OrderSnapshotCodec.FORM,
          Address.FORM,
          PartOwner.FORM);

  /** Order with its parts, in one statement. */
  private static final String FIND =
      """
      SELECT o.*,
      %s
      FROM "order" AS o
      WHERE %%s
      """
          .formatted(OrderPartStore.ALL);

  private static final String FIND_BY_ID = FIND.formatted("o.id = $1");
  private static final String FIND_BY_CART = FIND.formatted("o.cart_id = $1");
  private static final String FIND_BY_IDS = FIND.formatted("o.id = ANY ($1)");

  /** Two rows suffice: only a unique match is returned. */
  private static final String LOOK_UP =
      FIND.formatted("o.display_id = $1") + "  AND o.email = $2\nLIMIT 2";

  private static final String FIND_BY_CUSTOMERS =
      FIND.formatted("o.customer_id = ANY ($1)") + "ORDER BY o.created_at DESC, o.id DESC\n";

  private static final String FIND_NEWEST_BY_CUSTOMERS =
      FIND.formatted(
              """
              o.id IN (
                SELECT newest.id
                FROM unnest($1::text[]) AS asked (customer_id)
                CROSS JOIN LATERAL (
                  SELECT c.id
                  FROM "order" AS c
                  WHERE c.customer_id = asked.customer_id
                  ORDER BY c.created_at DESC, c.id DESC
                  LIMIT $2
                ) AS newest
              )
              """)
          + "ORDER BY o.created_at DESC, o.id DESC\n";

  private static final String COUNT_BY_CUSTOMERS =
      """
      SELECT coalesce(jsonb_object_agg(customer_id, orders), '{}')
      FROM (
        SELECT customer_id, count(*) AS orders
        FROM "order"
        WHERE customer_id = ANY ($1)
        GROUP BY customer_id
      ) AS counted
      """;

  private static final String FIND_BY_SWAPS =
      FIND.formatted("o.id IN (SELECT order_id FROM swap WHERE id = ANY ($1))");

  private static final String FIND_BY_CLAIMS =
      FIND.formatted("o.id IN (SELECT order_id FROM claim_order WHERE id = ANY ($1))");

  private static final String FIND_PAYMENTS =
      """
      SELECT to_jsonb(payment) AS payment
      FROM payment
      WHERE id = ANY ($1)
      ORDER BY created_at, id
      """;

  private static final Selection KEY = Selection.of(OrderResource.ORDER).withFields(Set.of());

  private static final String LOCK = "SELECT FROM \"order\" WHERE id = $1 FOR NO KEY UPDATE";

  private static final String FIND_SNAPSHOT = "SELECT snapshot FROM \"order\" WHERE id = $1";

  private static final String SET_TOTAL = "UPDATE \"order\" SET total = $2 WHERE id = $1";

  private final ResourceWriter writer = new ResourceWriter(OrderResource.ORDER);

  public Future<List<Payment>> findPayments(SqlClient db, List<String> ids) {
    return db.preparedQuery(FIND_PAYMENTS)
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .map(rows ->
            rows.stream().map(row -> Payment.CODEC.read(row.getJsonObject("payment"))).toList());
  }

  /** Locks the order until the end of the transaction. */
  public Future<Void> lock(SqlClient db, String id) {
    return db.preparedQuery(LOCK).execute(Tuple.of(id)).mapEmpty();
  }

  public Future<Optional<Order>> findById(SqlClient db, String id) {
    return find(db, FIND_BY_ID, id);
  }

  public Future<Optional<Order>> findByCart(SqlClient db, String cartId) {
    return find(db, FIND_BY_CART, cartId);
  }

  /** Order with that display id and e-mail address. */
  public Future<Optional<Order>> lookUp(SqlClient db, long displayId, String email) {
    return db.preparedQuery(LOOK_UP)
        .execute(Tuple.of(displayId, email))
        .map(rows ->
            rows.size() == 1
                ? Optional.of(order(rows.iterator().next()))
                : Optional.<Order>empty());
  }

  /**
   * Orders of these customers, latest first.
   *
   * @param most of one customer, the latest; null: all
   */
  public Future<List<Order>> findByCustomers(
      SqlClient db, List<String> customerIds, @Nullable Integer most) {
    if (most == null) {
      return findAll(db, FIND_BY_CUSTOMERS, customerIds);
    }
    return findAll(
        db,
        FIND_NEWEST_BY_CUSTOMERS,
        Tuple.of(customerIds.toArray(String[]::new), most),
        new ExpansionBudget()::addContent);
  }

  /** Number of orders by customer; those without any are absent. */
  public Future<JsonObject> countByCustomers(SqlClient db, List<String> customerIds) {
    return db.preparedQuery(COUNT_BY_CUSTOMERS)
        .execute(Tuple.of(customerIds.toArray(String[]::new)))
        .map(rows -> rows.iterator().next().getJsonObject(0));
  }

  /** Orders with these ids, unordered, for a response. */
  public Future<List<Order>> findByIds(SqlClient db, List<String> ids) {
    return findAll(db, FIND_BY_IDS, ids);
  }

  /**
   * Orders with these ids, unordered, without a bound of their size: no response waits for them.
   */
  public Future<List<Order>> findForStates(SqlClient db, List<String> ids) {
    return findAll(db, FIND_BY_IDS, Tuple.of(ids.toArray(String[]::new)), row -> {});
  }

  /** Orders of these swaps, unordered. */
  public Future<List<Order>> findBySwaps(SqlClient db, List<String> swapIds) {
    return findAll(db, FIND_BY_SWAPS, swapIds);
  }

  /** Orders of these claims, unordered. */
  public Future<List<Order>> findByClaims(SqlClient db, List<String> claimIds) {
    return findAll(db, FIND_BY_CLAIMS, claimIds);
  }

  private static Future<List<Order>> findAll(SqlClient db, String query, List<String> keys) {
    ExpansionBudget budget = new ExpansionBudget();
    Future<List<Order>> found = Future.succeededFuture(new ArrayList<>());
    for (int from = 0; from < keys.size(); from += PortionedQuery.MAX_WHOLE) {
      int to = Math.min(from + PortionedQuery.MAX_WHOLE, keys.size());
      List<String> portion = keys.subList(from, to);
      found =
          found.compose(before ->
              findAll(db, query, Tuple.of(portion.toArray(String[]::new)), budget::addContent)
                  .map(more -> {
                    before.addAll(more);
                    return before;
                  }));
    }
    return found;
  }

  private static Future<List<Order>> findAll(
      SqlClient db, String query, Tuple values, Consumer<JsonObject> counted) {
    Function<Row, Order> read =
        row -> {
          JsonObject columns = columns(row);
          counted.accept(columns);
          return order(columns);
        };
    return db.preparedQuery(query)
        .collecting(Collectors.mapping(read, Collectors.toList()))
        .execute(values)
        .map(SqlResult::value);
  }

  private static Future<Optional<Order>> find(SqlClient db, String query, String key) {
    return db.preparedQuery(query)
        .execute(Tuple.of(key))
        .map(rows -> rows.stream().map(OrderStore::order).findFirst());
  }

  /** Writes a legal change of the locked order with its events, at the version that it gets. */
  public Future<Void> update(
      SqlClient db, String id, OrderMutation mutation, Instant now, List<Event> events) {
    return storedSnapshot(db, id, mutation)
        .compose(stored -> setTotal(db, id, mutation).map(stored))
        .compose(stored -> {
          RowChange change = new RowChange(now, columns(id, mutation, stored), events);
          // The version rises for parts of the order as well, which are not its columns; only a
          // correction may change nothing.
          if (mutation instanceof OrderMutation.Correction) {
            return writer.update(db, KEY, id, change).mapEmpty();
          }
          return writer.change(db, id, change).mapEmpty();
        });
  }

  /** The stored snapshot, if the change is one of it; else an empty one. */
  private static Future<JsonObject> storedSnapshot(
      SqlClient db, String id, OrderMutation mutation) {
    boolean isRead =
        switch (mutation) {
          case OrderMutation.ShippingMethodChange change -> true;
          case OrderMutation.LineChange change -> true;
          case OrderMutation.Correction correction -> changesSnapshot(correction);
          default -> false;
        };
    return isRead ? snapshot(db, id) : Future.succeededFuture(new JsonObject());
  }

  private static boolean changesSnapshot(OrderMutation.Correction correction) {
    return correction.shippingAddress() != null
        || correction.billingAddress() != null
        || correction.customer() != null;
  }

  /** The total has a column of the table that is none of the resource. */
  private static Future<Void> setTotal(SqlClient db, String id, OrderMutation mutation) {
    return switch (mutation) {
      case OrderMutation.ShippingMethodChange change -> setTotal(db, id, change.snapshot());
      case OrderMutation.LineChange change -> setTotal(db, id, change.snapshot());
      default -> Future.succeededFuture();
    };
  }

  private static Future<Void> setTotal(SqlClient db, String id, OrderSnapshot snapshot) {
    return db.preparedQuery(SET_TOTAL).execute(Tuple.of(id, snapshot.amounts().total())).mapEmpty();
  }

  private static JsonObject columns(String id, OrderMutation mutation, JsonObject stored) {
    JsonObject columns = new JsonObject();
    return switch (mutation) {
      case OrderMutation.Touch touch -> columns;
      case OrderMutation.StatusChange change -> columns.put("status", change.status().wireName());
      case OrderMutation.PaymentStatusChange change ->
          columns.put("payment_status", change.status().wireName());
      case OrderMutation.RefundFailure failure ->
          columns.put("payment_status", failure.status().wireName());
      case OrderMutation.FulfillmentStatusChange change ->
          change.owner().equals(PartOwner.ORDER)
              ? columns.put("fulfillment_status", change.status().wireName())
              : columns;
      // The stores of swaps and claims write their statuses.
      case OrderMutation.SwapPaymentChange change -> columns;
      case OrderMutation.SwapCancellation cancellation -> columns;
      case OrderMutation.Cancellation cancellation ->
          columns
              .put("status", OrderStatus.CANCELED.wireName())
              .put("fulfillment_status", FulfillmentStatus.CANCELED.wireName())
              .put("payment_status", PaymentStatus.CANCELED.wireName())
              .put("canceled_at", cancellation.at());
      case OrderMutation.ShippingMethodChange change ->
          columns.put(
              "snapshot", OrderSnapshotCodec.putShippingMethods(stored, change.snapshot(), id));
      case OrderMutation.LineChange change ->
          columns
              .put("fulfillment_status", change.status().wireName())
              .put("snapshot", OrderSnapshotCodec.putLines(stored, change.snapshot(), id));
      case OrderMutation.Correction correction -> {
        ResourceDocument customer = correction.customer();
        putPresent(columns, "customer_id", customer == null ? null : customer.id());
        putPresent(columns, "email", correction.email());
        putPresent(columns, "no_notification", correction.noNotification());
        putPresent(columns, "metadata", correction.metadata());
        if (changesSnapshot(correction)) {
          yield columns.put("snapshot", corrected(stored, correction));
        }
        yield columns;
      }
    };
  }

  private static void putPresent(JsonObject columns, String name, @Nullable Object value) {
    if (value != null) {
      columns.put(name, value);
    }
  }

  private static Future<JsonObject> snapshot(SqlClient db, String id) {
    return db.preparedQuery(FIND_SNAPSHOT)
        .execute(Tuple.of(id))
        .map(rows -> rows.iterator().next().getJsonObject(0));
  }

  /** Only corrected parts of the stored document change, whichever version wrote it. */
  private static JsonObject corrected(JsonObject snapshot, OrderMutation.Correction correction) {
    if (correction.billingAddress() != null) {
      OrderSnapshotCodec.putAddress(snapshot, "billing_address", correction.billingAddress());
    }
    if (correction.shippingAddress() != null) {
      OrderSnapshotCodec.putAddress(snapshot, "shipping_address", correction.shippingAddress());
    }
    if (correction.customer() != null) {
      snapshot.put("customer", correction.customer().json());
    }
    return snapshot;
  }

  private static Order order(Row row) {
    return order(columns(row));
  }

  private static JsonObject columns(Row row) {
    JsonObject columns = new JsonObject();
    for (int column = 0; column < row.size(); column++) {
      columns.put(row.getColumnName(column), row.getValue(column));
    }
    return columns;
  }

  /** Order of a row of {@link OrderResource} with the columns of its parts. */
  public static Order order(JsonObject row) {
    return CODEC.read(row).withProgress(OrderPartStore.progress(row.getJsonArray("progress")));
  }
}
