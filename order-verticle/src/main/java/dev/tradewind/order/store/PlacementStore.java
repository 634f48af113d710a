package dev.tradewind.order.store;

import dev.tradewind.api.order.AuthorizedPayment;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.idempotency.StoredResponse;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Store of placements: an order is inserted with all effects of its placement in one statement. */
public final class PlacementStore {

  private static final String PLACE =
      "SELECT place_order($1, $2::text::json, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";

  /**
   * New order, with all effects of the same transaction.
   *
   * @param declared version of the fields by which the node has completed the metadata, if any
   * @param draft draft order it is placed from
   * @param cartCompleted event of its cart
   * @param response to the completion, to be stored under a client-supplied key; absent without one
   */
  public record NewOrder(
      PlaceOrderRequest request,
      Order order,
      @Nullable String declared,
      Optional<DraftOrderStore.Open> draft,
      List<Event> events,
      Event cartCompleted,
      Instant deadline,
      @Nullable JsonObject response) {}

  /**
   * Places the order, and retries serialization failures and deadlocks. Returns the display id.
   * Fails with an SQLSTATE of its own if the placement is refused; see the migrations.
   */
  public Future<Long> place(SqlClient db, NewOrder placed) {
    Tuple parameters = parameters(placed);
    return Transactions.retrying(() -> db.preparedQuery(PLACE).execute(parameters))
        .map(rows -> rows.iterator().next().getLong(0));
  }

  private static Tuple parameters(NewOrder placed) {
    Order order = placed.order();
    IdempotencyKey clientKey = placed.response() == null ? null : placed.request().key();
    Reply answer = placed.response() == null ? null : Reply.ok(placed.response());
    JsonObject snapshot = OrderSnapshotCodec.encode(order.snapshot(), order.id(), order.cartId());
    return Tuple.tuple()
        .addJsonObject(newRow(placed).put("search_names", searchNames(snapshot)))
        .addString(snapshot.encode())
        .addJsonObject(payment(placed))
        .addJsonArray(stock(order.snapshot()))
        .addJsonObject(RedemptionRequest.of(placed.request(), order))
        .addJsonArray(Outbox.rows(placed.events()))
        .addLong(placed.request().cartVersion())
        .addJsonArray(Outbox.rows(List.of(placed.cartCompleted())))
        .addString(clientKey == null ? null : clientKey.scope())
        .addString(clientKey == null ? null : clientKey.key())
        .addString(clientKey == null ? null : clientKey.requestHash())
        .addString(answer == null ? null : answer.contentType())
        .addBuffer(answer == null ? null : StoredResponse.stored(answer));
  }

  private static JsonObject payment(NewOrder placed) {
    AuthorizedPayment authorized = placed.request().payment();
    if (authorized == null) {
      return new JsonObject();
    }
    return placed.order().payments().getFirst().view().put("is_opened", authorized.isOpened());
  }

  /** Key that the draft order of the placement stores. */
  public static @Nullable String draftKey(PlaceOrderRequest request) {
    IdempotencyKey key = request.key();
    return key == null ? request.paidWithKey() : key.key();
  }

  private static JsonObject newRow(NewOrder placed) {
    PlaceOrderRequest request = placed.request();
    TotalsInput input = request.totalsInput();
    JsonObject row =
        OrderDocument.own(placed.order())
            .put("display_id", placed.order().displayId() == 0 ? null : placed.order().displayId())
            .put("total", placed.order().snapshot().amounts().total())
            .put("refuses_incomplete_metadata", true)
            .put("declared_version", placed.declared())
            .put("placement_deadline", Timestamps.format(placed.deadline()))
            .put(
                "line_ids",
                new JsonArray(
                    placed.order().snapshot().lines().stream().map(OrderLine::id).toList()))
            // The cart stores its input with the taxes of regions with automatic taxes alone.
            .put("cart_basket", input.taxed(request.region().automaticTaxes()).toJson());
    placed
        .draft()
        .ifPresent(
            draft -> row.put("draft_version", draft.version()).put("draft_key", draftKey(request)));
    return row;
  }

  /** Names that staff search by; the database reads the same ones from a corrected snapshot. */
  private static String searchNames(JsonObject snapshot) {
    JsonObject address = snapshot.getJsonObject("shipping_address");
    JsonObject customer = snapshot.getJsonObject("customer");
    return Stream.of(
            address == null ? null : address.getString("first_name"),
            customer.getString("first_name"),
            customer.getString("last_name"),
            customer.getString("phone"))
        .map(name -> Objects.requireNonNullElse(name, ""))
        .collect(Collectors.joining("\n"));
  }

  private static JsonArray stock(OrderSnapshot snapshot) {
    JsonArray stock = new JsonArray();
    for (OrderLine line : snapshot.lines()) {
      if (line.variantId() != null) {
        stock.add(
            new JsonObject()
                .put("line_item_id", line.id())
                .put("variant_id", line.variantId())
                .put("quantity", line.quantity()));
      }
    }
    return stock;
  }
}
