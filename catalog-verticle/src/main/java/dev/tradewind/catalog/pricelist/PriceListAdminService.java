package dev.tradewind.catalog.pricelist;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.catalog.schema.PriceResources;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.json.JsonBytes;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
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

/**
 * Admin operations on price lists. A write of a list and of its prices is one transaction that
 * holds the lock of the list. Every request reads the prices again, so a list applies from the next
 * read on.
 */
public final class PriceListAdminService {

  private static final String[] FIELDS = {
    "name", "description", "type", "status", "starts_at", "ends_at", "includes_tax"
  };

  private static final List<String> TIMES = List.of("starts_at", "ends_at");

  /** Prices with their variants have some 1.4 kB each. */
  private static final int MAX_PRICES = 10_000;

  private static final int MAX_PRICES_AFTER_WRITE = 1_000;

  private static final Selection BARE = Selection.of(PriceResources.PRICE_LIST);
  private static final Selection WITH_GROUPS = BARE.with("customer_groups");

  private final Ids ids = Ids.of("pl");
  private final ResourceWriter writer = new ResourceWriter(PriceResources.PRICE_LIST);
  private final PriceListStore lists;
  private final ListPriceStore listPrices;
  private final ListPrices priceWriter;
  private final ResourceReader reader;
  private final CustomerClient customers;
  private final OperationClient bus;
  private final Pool pool;
  private final Clock clock;

  public PriceListAdminService(
      Pool pool,
      OperationClient bus,
      PriceListStore lists,
      ListPriceStore listPrices,
      Clock clock) {
    this.reader = new ResourceReader(pool);
    this.customers = new CustomerClient(bus);
    this.bus = bus;
    this.pool = pool;
    this.lists = lists;
    this.listPrices = listPrices;
    this.priceWriter = new ListPrices(listPrices);
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminGetPriceList", request -> answer(request, request.path("id"), MAX_PRICES))
        .on("adminCreatePriceList", this::create)
        .on("adminUpdatePriceList", this::update)
        .on("adminDeletePriceList", this::delete)
        .on("adminAddPricesToPriceList", this::addPrices)
        .on("adminRemovePricesFromPriceList", this::removePrices)
        .on("adminDeletePriceListVariantPrices", this::removePricesOfVariant)
        .on(
            "adminDeletePriceListProductPrices",
            request -> removePricesOfProducts(request, List.of(request.path("product_id"))))
        .on(
            "adminRemovePricesFromPriceListProduct",
            request ->
                removePricesOfProducts(
                    request, JsonFields.texts(request.body(), "product_ids").orElseThrow()));
  }

  private Future<Reply> create(Request request) {
    JsonObject body = request.body();
    String id = ids.next();
    Instant now = Timestamps.now(clock);
    List<String> groups = groups(body).orElse(List.of());
    ListPriceInputs prices = ListPriceInputs.of(body.getJsonArray("prices"));
    if (!prices.changed().isEmpty()) {
      throw PriceResources.priceNotFound(prices.changedIds().getFirst());
    }
    RowChange write =
        new RowChange(
            now,
            RowChange.pickNonNull(body, FIELDS).put("id", id),
            List.of(PriceListEvents.of(request.context(), now, PriceListEvents.CREATED, id)));
    return requireGroups(request.context(), groups)
        .compose(done ->
            PriceListConstraints.mapped(
                Transactions.attributed(
                    pool,
                    db ->
                        writer
                            .insert(db, BARE, write)
                            .compose(inserted -> lists.setGroups(db, id, groups))
                            .compose(set -> priceWriter.write(db, id, prices, false, now)))))
        .compose(done -> answer(request, id, MAX_PRICES_AFTER_WRITE));
  }

  private Future<Reply> update(Request request) {
    JsonObject body = request.body();
    String id = request.path("id");
    Instant now = Timestamps.now(clock);
    Optional<List<String>> groups = groups(body);
    ListPriceInputs prices = ListPriceInputs.of(body.getJsonArray("prices"));
    RowChange write = new RowChange(now, columns(body), List.of());
    return requireGroups(request.context(), groups.orElse(List.of()))
        .compose(done ->
            lists.locked(
                pool,
                changed(request),
                db ->
                    writer
                        .update(db, BARE, id, write)
                        .compose(updated ->
                            groups
                                .map(requested -> lists.setGroups(db, id, requested))
                                .orElseGet(Future::succeededFuture))
                        .compose(set -> priceWriter.write(db, id, prices, false, now))))
        .compose(done -> answer(request, id, MAX_PRICES_AFTER_WRITE));
  }

  /** Given columns; null clears a time and leaves any other column as it is. */
  private static JsonObject columns(JsonObject body) {
    JsonObject columns = RowChange.pickNonNull(body, FIELDS);
    TIMES.stream()
        .filter(body::containsKey)
        .forEach(name -> columns.put(name, body.getValue(name)));
    return columns;
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    Event gone =
        PriceListEvents.of(request.context(), Timestamps.now(clock), PriceListEvents.DELETED, id);
    return Transactions.attributed(pool, db -> lists.delete(db, gone))
        .map(done ->
            Reply.ok(
                new JsonObject().put("id", id).put("object", "price-list").put("deleted", true)));
  }

  private Future<Reply> addPrices(Request request) {
    String id = request.path("id");
    boolean override = Boolean.TRUE.equals(request.body().getBoolean("override"));
    ListPriceInputs prices = ListPriceInputs.of(request.body().getJsonArray("prices"));
    Instant now = Timestamps.now(clock);
    return lists
        .locked(pool, changed(request), db -> priceWriter.write(db, id, prices, override, now))
        .compose(done -> answer(request, id, MAX_PRICES_AFTER_WRITE));
  }

  private Future<Reply> removePrices(Request request) {
    String id = request.path("id");
    List<String> prices = JsonFields.texts(request.body(), "price_ids").orElseThrow();
    return lists
        .locked(pool, changed(request), db -> listPrices.delete(db, id, prices))
        .map(done -> deletedPrices(request.body().getJsonArray("price_ids")));
  }

  private Future<Reply> removePricesOfVariant(Request request) {
    List<String> variants = List.of(request.path("variant_id"));
    return Transactions.attributed(
            pool,
            db ->
                listPrices
                    .deleteOfVariants(db, request.path("id"), variants)
                    .compose(deleted -> told(db, request, deleted)))
        .map(deleted -> deletedPrices(new JsonArray(deleted)));
  }

  private Future<Reply> removePricesOfProducts(Request request, List<String> products) {
    return Transactions.attributed(
            pool,
            db ->
                listPrices
                    .deleteOfProducts(db, request.path("id"), products)
                    .compose(deleted -> told(db, request, deleted)))
        .map(deleted -> deletedPrices(new JsonArray(deleted)));
  }

  private static Reply deletedPrices(JsonArray ids) {
    return Reply.ok(
        new JsonObject().put("ids", ids).put("object", "money-amount").put("deleted", true));
  }

  private static Optional<List<String>> groups(JsonObject body) {
    @Nullable JsonArray groups = body.getJsonArray("customer_groups");
    return Optional.ofNullable(groups).map(JsonFields::ids);
  }

  private Future<Void> requireGroups(CallContext context, List<String> groups) {
    if (groups.isEmpty()) {
      return Future.succeededFuture();
    }
    return customers
        .findReferences(context, "customer_groups", groups, List.of())
        .map(found -> {
          List<String> missing = new ArrayList<>(groups);
          found.forEach(group -> missing.remove(group.getString("id")));
          if (!missing.isEmpty()) {
            throw Problem.notFound(
                "CustomerGroup with id " + missing.getFirst() + " was not found");
          }
          return null;
        });
  }

  /** The list with its groups and its newest prices; their count, if it has more. */
  private Future<Reply> answer(Request request, String id, int most) {
    return reader
        .withRemote(bus, request.context())
        .find(WITH_GROUPS, id)
        .compose(found -> {
          JsonObject list = found.orElseThrow(() -> PriceResources.listNotFound(id));
          return listPrices
              .render(pool, id, most)
              .map(prices -> {
                if (prices.count() > most) {
                  list.put("prices_count", prices.count());
                }
                return document(list, prices.json());
              });
        });
  }

  private static Reply document(JsonObject list, String prices) {
    Buffer own = JsonBytes.of(list);
    Buffer body =
        Buffer.buffer(own.length() + prices.length() + 32)
            .appendString("{\"price_list\":")
            .appendBuffer(own, 0, own.length() - 1)
            .appendString(",\"prices\":")
            .appendString(prices)
            .appendString("}}");
    return Reply.json(200, body);
  }

  private Event changed(Request request) {
    return PriceListEvents.of(
        request.context(), Timestamps.now(clock), PriceListEvents.UPDATED, request.path("id"));
  }

  /** Publishes the change of the list if prices of it were deleted. */
  private Future<List<String>> told(SqlClient db, Request request, List<String> deleted) {
    if (deleted.isEmpty()) {
      return Future.succeededFuture(deleted);
    }
    return lists.change(db, changed(request)).map(deleted);
  }
}
