package dev.tradewind.discount.giftcard;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.api.discount.DiscountOperation;
import dev.tradewind.api.discount.GiftCardCode;
import dev.tradewind.api.event.Topics;
import dev.tradewind.discount.remote.RemoteReferences;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.ratelimit.AttemptCounterStore.Counter;
import dev.tradewind.kernel.ratelimit.AttemptRateLimiter;
import dev.tradewind.kernel.ratelimit.ClientNetwork;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Operations on gift cards: administration by staff, and the balance for shoppers with the code.
 * Amounts are in the smallest unit of the currency of the card's region.
 */
public final class GiftCardService {

  private static final Selection BARE = Selection.of(GiftCardResources.GIFT_CARD);

  private static final ListDefinition LISTING =
      ListDefinition.of(GiftCardResources.VIEW, 50)
          .indexedSearch("t.code ILIKE {} OR t.order_display_id::text ILIKE {}")
          .build();

  /** Columns whose changes by staff are in the audit log. */
  private static final String[] AUDITED = {"value", "balance", "is_disabled", "ends_at"};

  /** Unknown codes that one network may look up within the window of the rate limit. */
  static final int LOOKUPS_PER_NETWORK = 300;

  private final Ids ids = Ids.of("gift");
  private final RemoteReferences remote;
  private final ResourceWriter writer = new ResourceWriter(GiftCardResources.GIFT_CARD);
  private final ResourceReader reader;
  private final OperationClient bus;
  private final AttemptRateLimiter rateLimiter;
  private final Pool pool;
  private final Clock clock;
  private final GiftCardStore store = new GiftCardStore();

  public GiftCardService(
      Pool pool, OperationClient bus, AttemptRateLimiter rateLimiter, Clock clock) {
    this.rateLimiter = rateLimiter;
    this.remote = new RemoteReferences(bus);
    this.bus = bus;
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.clock = clock;
  }

  public void bind(Operations operations, Operations internal) {
    operations
        .on("adminListGiftCards", this::list)
        .on("adminCreateGiftCard", this::create)
        .on("adminGetGiftCard", request -> show(request, request.path("id")))
        .on("adminUpdateGiftCard", this::update)
        .on("adminDeleteGiftCard", this::delete)
        .on("storeGetGiftCard", this::getByCode);
    internal.on(
        DiscountOperation.FIND_GIFT_CARDS,
        request -> store.find(pool, request.input()).map(Reply::ok));
  }

  private Future<Reply> list(Request request) {
    return reader
        .withRemote(bus, request.context())
        .list(LISTING, request.query())
        .map(page -> page.reply("gift_cards"));
  }

  private Future<Reply> getByCode(Request request) {
    String code = request.path("code");
    AttemptRateLimiter.Attempt attempt =
        rateLimiter.attempt(
            Counter.of(LOOKUPS_PER_NETWORK, "gift-card", "network", ClientNetwork.of(request)));
    return attempt
        .settle(attempt.count().compose(counted -> find(request, code)))
        .map(card -> Reply.ok("gift_card", card));
  }

  private Future<JsonObject> find(Request request, String code) {
    WhereClause conditions = new WhereClause().add("t.deleted_at IS NULL").add("t.code = {}", code);
    return reader
        .withRemote(bus, request.context())
        .select(GiftCardResources.FOR_SHOPPERS, conditions, "")
        .map(found ->
            found.stream()
                .findFirst()
                .orElseThrow(
                    () -> Problem.notFound("Gift card with code: " + code + " was not found")));
  }

  private Future<Reply> create(Request request) {
    JsonObject body = request.body();
    String id = ids.next();
    return remote
        .requireRegions(request.context(), List.of(body.getString("region_id")))
        .compose(regions -> {
          JsonObject region = regions.getFirst();
          JsonObject values =
              RowChange.pick(body, "value", "region_id", "ends_at", "metadata")
                  .put("id", id)
                  .put("balance", body.getValue("value"))
                  .put("is_disabled", Boolean.TRUE.equals(body.getBoolean("is_disabled")))
                  .put(
                      "tax_rate",
                      region.getBoolean("gift_cards_taxable") ? region.getValue("tax_rate") : null);
          return insert(request, id, values);
        })
        .compose(created -> show(request, id));
  }

  /** Inserts the card; retries with another code on the unlikely collision with an existing one. */
  private Future<JsonObject> insert(Request request, String id, JsonObject values) {
    RowChange write =
        write(request, id, values.put("code", GiftCardCode.next()), "gift_card.created");
    List<Event> events = new ArrayList<>(write.events());
    events.add(
        AuditAction.GIFT_CARD_CHANGE
            .on(id)
            .with(RowChange.pick(values, AUDITED))
            .event(request.context(), write.at()));
    return writer
        .insert(pool, BARE, new RowChange(write.at(), values, events))
        .recover(failure -> {
          if (Problem.is(failure, Problem.Kind.DUPLICATE)) {
            return insert(request, id, values);
          }
          return Future.failedFuture(failure);
        });
  }

  private Future<Reply> update(Request request) {
    String id = request.path("id");
    JsonObject body = request.body();
    JsonObject values = RowChange.pick(body, "ends_at");
    for (String name : List.of("balance", "is_disabled", "region_id", "metadata")) {
      if (body.getValue(name) != null) {
        values.put(name, body.getValue(name));
      }
    }
    boolean disables = Boolean.TRUE.equals(body.getBoolean("is_disabled"));
    RowChange change =
        disables
            ? write(request, id, values, "gift_card.updated", "gift_card.disabled")
            : write(request, id, values, "gift_card.updated");
    RowChange write =
        change.audited(
            AuditAction.GIFT_CARD_CHANGE.on(id).event(request.context(), change.at()), AUDITED);
    String regionId = body.getString("region_id");
    return remote
        .requireRegions(request.context(), regionId == null ? List.of() : List.of(regionId))
        .compose(found -> Transactions.retrying(() -> writer.update(pool, BARE, id, write)))
        .recover(failure -> Future.failedFuture(mapped(failure)))
        .map(found -> found.orElseThrow(() -> GiftCardResources.notFound(id)))
        .compose(updated -> show(request, id));
  }

  private static Throwable mapped(Throwable failure) {
    if (failure instanceof PgException database
        && "gift_card_balance".equals(database.getConstraint())) {
      return Problem.invalidData("new balance is invalid");
    }
    return failure;
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    RowChange write = write(request, id, new JsonObject(), "gift_card.deleted");
    List<Event> events = new ArrayList<>(write.events());
    events.add(
        AuditAction.GIFT_CARD_CHANGE
            .on(id)
            .with(new JsonObject().put("deleted", true))
            .event(request.context(), write.at()));
    return Transactions.retrying(() -> writer.delete(pool, id, write.at(), events))
        .map(deleted ->
            Reply.ok(
                new JsonObject()
                    .put("id", id)
                    .put("object", GiftCardResources.OBJECT)
                    .put("deleted", true)));
  }

  private RowChange write(Request request, String id, JsonObject values, String... types) {
    Instant now = Timestamps.now(clock);
    List<Event> events = new ArrayList<>();
    for (String type : types) {
      events.add(
          Event.of(
              request.context(),
              now,
              Topics.GIFT_CARD,
              type,
              id,
              0,
              new JsonObject().put("id", id)));
    }
    return new RowChange(now, values, events);
  }

  private Future<Reply> show(Request request, String id) {
    return reader
        .withRemote(bus, request.context())
        .find(GiftCardResources.VIEW.written(), id)
        .map(found ->
            Reply.ok("gift_card", found.orElseThrow(() -> GiftCardResources.notFound(id))));
  }
}
