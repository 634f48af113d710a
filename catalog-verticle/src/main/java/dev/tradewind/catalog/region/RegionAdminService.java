package dev.tradewind.catalog.region;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.api.catalog.CatalogCacheInvalidation;
import dev.tradewind.api.event.Topics;
import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.catalog.region.RegionLinkStore.Providers;
import dev.tradewind.catalog.schema.RegionResources;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Admin operations on regions, with invalidation of the cart caches. */
public final class RegionAdminService {

  private static final String[] CREATED = {
    "name", "currency_code", "tax_code", "tax_rate", "includes_tax", "metadata"
  };

  private static final String[] UPDATED = {
    "name",
    "currency_code",
    "tax_code",
    "tax_rate",
    "gift_cards_taxable",
    "automatic_taxes",
    "tax_provider_id",
    "includes_tax",
    "metadata"
  };

  private static final String[] AUDITED =
      Stream.of(UPDATED).filter(column -> !column.equals("metadata")).toArray(String[]::new);

  private static final Selection BARE = Selection.of(RegionResources.REGION);

  private final Ids ids = Ids.of("reg");
  private final ResourceWriter writer = new ResourceWriter(RegionResources.REGION);
  private final ResourceReader reader;
  private final Pool pool;
  private final EventBus eventBus;
  private final Clock clock;

  public RegionAdminService(Pool pool, EventBus eventBus, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.eventBus = eventBus;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminCreateRegion", this::create)
        .on("adminUpdateRegion", this::update)
        .on("adminDeleteRegion", this::delete);
  }

  private Future<Reply> create(Request request) {
    JsonObject body = request.body();
    String id = ids.next();
    JsonObject values = withPlainCode(RowChange.pickNonNull(body, CREATED)).put("id", id);
    RowChange write = write(request, id, "region.created", values, new JsonObject().put("id", id));
    return Transactions.inTransaction(
            pool,
            db ->
                RegionValidator.check(db, body)
                    .compose(checked -> writer.insert(db, BARE, write))
                    .compose(inserted -> setLinks(db, id, body)))
        .compose(done -> shown(id));
  }

  private Future<Reply> update(Request request) {
    JsonObject body = request.body();
    String id = request.path("id");
    JsonObject values = withPlainCode(RowChange.pick(body, UPDATED));
    JsonObject data =
        new JsonObject().put("id", id).put("fields", new JsonArray(List.copyOf(body.fieldNames())));
    RowChange change = write(request, id, "region.updated", values, data);
    RowChange write =
        change.audited(
            AuditAction.SETTING_CHANGE.on(id).event(request.context(), change.at()), AUDITED);
    if (body.isEmpty()) {
      return shown(id);
    }
    return Transactions.inTransaction(
            pool,
            db ->
                RegionValidator.check(db, body)
                    .compose(checked -> writer.change(db, id, write))
                    .compose(found -> {
                      if (!found) {
                        throw RegionService.notFound(id);
                      }
                      return setLinks(db, id, body);
                    }))
        .onSuccess(done -> CatalogCacheInvalidation.publishRegions(eventBus, List.of(id)))
        .compose(done -> shown(id));
  }

  private static Future<Void> setLinks(SqlClient db, String id, JsonObject body) {
    Future<Void> countries =
        JsonFields.codes(body, "countries")
            .map(codes ->
                RegionLinkStore.claim(db, id, codes)
                    .compose(claimed -> RegionLinkStore.keepOnly(db, id, codes)))
            .orElseGet(Future::succeededFuture);
    return countries
        .compose(done -> setProviders(db, id, Providers.PAYMENT, body, "payment_providers"))
        .compose(
            done -> setProviders(db, id, Providers.FULFILLMENT, body, "fulfillment_providers"));
  }

  private static Future<Void> setProviders(
      SqlClient db, String id, Providers providers, JsonObject body, String name) {
    return JsonFields.texts(body, name)
        .map(providerIds -> RegionLinkStore.set(db, providers, id, providerIds))
        .orElseGet(Future::succeededFuture);
  }

  /** Deletes the region and releases its countries for other regions. */
  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    RowChange write =
        write(request, id, "region.deleted", new JsonObject(), new JsonObject().put("id", id));
    return Transactions.inTransaction(
            pool,
            db ->
                writer
                    .delete(db, id, write.at(), write.events())
                    .compose(deleted -> {
                      if (!deleted) {
                        throw RegionService.notFound(id);
                      }
                      return RegionLinkStore.keepOnly(db, id, List.of());
                    }))
        .onSuccess(done -> CatalogCacheInvalidation.publishRegions(eventBus, List.of(id)))
        .map(done ->
            Reply.ok(new JsonObject().put("id", id).put("object", "region").put("deleted", true)));
  }

  private Future<Reply> shown(String id) {
    return reader
        .find(RegionService.VIEW.defaults(), id)
        .map(found -> Reply.ok("region", found.orElseThrow(() -> RegionService.notFound(id))));
  }

  private RowChange write(
      Request request, String id, String type, JsonObject values, JsonObject data) {
    Instant now = Timestamps.now(clock);
    Event event = Event.of(request.context(), now, Topics.SETTINGS, type, id, 0, data);
    return new RowChange(now, values, List.of(event));
  }

  private static JsonObject withPlainCode(JsonObject values) {
    String code = JsonFields.code(values, "currency_code");
    return code == null ? values : values.put("currency_code", code);
  }
}
