package dev.tradewind.catalog.inventory;

import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;

/**
 * Admin operations on reservations: units of an item at a location that are kept for a line item or
 * another purpose. Those for a line item are written by the order verticle, under the lock of its
 * order.
 */
public final class ReservationService {

  private static final View VIEW = View.of(InventoryResources.RESERVATION);

  private static final Selection WHOLE = VIEW.defaults();

  private static final View LISTED =
      VIEW.showingWhenNamed("deleted_at", "external_id", "created_by");

  private static final ListDefinition LISTING =
      listing(LISTED)
          .filter(
              "location_id",
              "inventory_item_id",
              "line_item_id",
              "created_by",
              "quantity",
              "description",
              "created_at",
              "updated_at")
          .build();

  private static final ListDefinition OF_LINES = listing(VIEW).build();

  private static final String[] FIELDS = {
    "location_id", "inventory_item_id", "line_item_id", "quantity", "description", "metadata"
  };

  private final Ids ids = Ids.of("resitem");
  private final InventoryStore inventory;
  private final ResourceReader reader;
  private final OperationClient bus;
  private final OrderClient orders;
  private final Pool pool;
  private final Clock clock;

  public ReservationService(Pool pool, OperationClient bus, InventoryStore inventory, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.bus = bus;
    this.orders = new OrderClient(bus);
    this.pool = pool;
    this.inventory = inventory;
    this.clock = clock;
  }

  private static ListDefinition.Builder listing(View view) {
    return ListDefinition.of(view, 20);
  }

  public void bind(Operations operations, Operations internal) {
    operations
        .on("adminListReservations", this::list)
        .on("adminGetReservation", this::get)
        .on("adminCreateReservation", this::create)
        .on("adminUpdateReservation", this::update)
        .on("adminDeleteReservation", this::delete);
    internal
        .on(CatalogOperation.LIST_RESERVATIONS, this::listOfLines)
        .on(CatalogOperation.GET_RESERVATION, this::find);
  }

  private Future<Reply> list(Request request) {
    return reader
        .withRemote(bus, request.context())
        .list(LISTING, request.query())
        .map(page -> page.reply("reservations"));
  }

  /** Page of the reservations of some line items, for the order verticle. */
  private Future<Reply> listOfLines(Request request) {
    JsonObject input = request.input();
    String[] lines = JsonArrays.strings(input.getJsonArray("line_item_ids")).toArray(String[]::new);
    return reader
        .withRemote(bus, request.context())
        .list(
            OF_LINES,
            input.getJsonObject("query"),
            conditions -> conditions.add("t.line_item_id = ANY ({}::text[])", lines))
        .map(page -> page.reply("reservations"));
  }

  private Future<Reply> get(Request request) {
    String id = request.path("id");
    return reader
        .find(WHOLE, id)
        .map(found ->
            Reply.ok(
                "reservation",
                found.orElseThrow(
                    () -> Problem.notFound("Reservation with id " + id + " not found"))));
  }

  private Future<Reply> find(Request request) {
    return answer(request.input().getString("id"));
  }

  private Future<Reply> answer(String id) {
    return reader
        .find(WHOLE, id)
        .map(found -> Reply.ok("reservation", found.orElseThrow(() -> notFound(id))));
  }

  private static RuntimeException notFound(String id) {
    return Problem.notFound("ReservationItem with id " + id + " was not found");
  }

  private Future<Reply> create(Request request) {
    CallContext context = request.context();
    String id = ids.next();
    Instant now = Timestamps.now(clock);
    JsonObject reservation =
        RowChange.pickNonNull(request.body(), FIELDS)
            .put("id", id)
            .put("created_by", request.principal().id());
    String line = reservation.getString("line_item_id");
    Future<Void> created =
        line == null
            ? Transactions.retrying(
                () -> inventory.createReservation(pool, context, reservation, now))
            : inventory
                .findOrderOfLine(pool, line)
                .compose(order ->
                    orders.createReservation(
                        context,
                        order.orElseThrow(
                            () -> Problem.notFound("Line item with " + line + " was not found")),
                        reservation));
    return created.compose(done -> answer(id));
  }

  private Future<Reply> update(Request request) {
    CallContext context = request.context();
    String id = request.path("id");
    Instant now = Timestamps.now(clock);
    JsonObject fields =
        RowChange.pickNonNull(request.body(), "quantity", "location_id", "metadata")
            .mergeIn(RowChange.pick(request.body(), "description"));
    return inventory
        .findLine(pool, id)
        .compose(line ->
            line.isEmpty()
                ? Transactions.retrying(
                    () -> inventory.changeReservation(pool, context, id, fields, now))
                : orders.changeReservation(
                    context, line.get().orderId(), line.get().lineItemId(), id, fields))
        .compose(done -> answer(id));
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    Instant now = Timestamps.now(clock);
    return Transactions.retrying(
            () -> inventory.deleteReservation(pool, request.context(), id, now))
        .map(done ->
            Reply.ok(
                new JsonObject().put("id", id).put("object", "reservation").put("deleted", true)));
  }
}
