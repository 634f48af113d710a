package dev.tradewind.catalog.region;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.api.event.DeletedReferences;
import dev.tradewind.api.event.Topics;
import dev.tradewind.catalog.region.RegionLinkStore.Providers;
import dev.tradewind.catalog.schema.RegionResources;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
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
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Admin operations on regions, with invalidation of the cart caches. */
public final class RegionAdminService {

  private static final Selection BARE = Selection.of(RegionResources.REGION);

  private final Ids ids = Ids.of("reg");
  private final ResourceWriter writer = new ResourceWriter(RegionResources.REGION);
  private final RegionLinkStore links;
  private final ResourceReader reader;
  private final Pool pool;
  private final EventBus eventBus;
  private final Clock clock;

  public RegionAdminService(Pool pool, EventBus eventBus, RegionLinkStore links, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.eventBus = eventBus;
    this.links = links;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminCreateRegion", this::create)
        .on("adminUpdateRegion", this::update)
        .on("adminDeleteRegion", this::delete);
  }

  private Future<Reply> create(Request request) {
    RegionInput input = RegionInput.ofNew(request.body());
    String id = ids.next();
    RowChange write =
        write(
            request,
            id,
            "region.created",
            input.columns().copy().put("id", id),
            new JsonObject().put("id", id));
    return Transactions.inTransaction(
            pool,
            db ->
                check(db, input)
                    .compose(checked -> writer.insert(db, BARE, write))
                    .compose(inserted -> setLinks(db, id, input)))
        .compose(done -> shown(id));
  }

  private Future<Reply> update(Request request) {
    RegionInput input = RegionInput.ofChange(request.body());
    String id = request.path("id");
    if (input.fields().isEmpty()) {
      return shown(id);
    }
    JsonObject data = new JsonObject().put("id", id).put("fields", new JsonArray(input.fields()));
    RowChange change = write(request, id, "region.updated", input.columns(), data);
    RowChange write =
        change.audited(
            AuditAction.SETTING_CHANGE.on(id).event(request.context(), change.at()),
            RegionInput.AUDITED);
    return Transactions.inTransaction(
            pool,
            db ->
                check(db, input)
                    .compose(checked -> writer.change(db, id, write))
                    .compose(found -> {
                      if (!found) {
                        throw RegionService.notFound(id);
                      }
                      return setLinks(db, id, input);
                    }))
        .compose(done -> shown(id));
  }

  /** Checks the references with one statement; fails with the first problem. */
  private Future<Void> check(SqlClient db, RegionInput input) {
    input.requirePercentage();
    return links
        .findReferences(db, input)
        .map(stored -> {
          input.requireStored(stored);
          return null;
        });
  }

  private Future<Void> setLinks(SqlClient db, String id, RegionInput input) {
    @Nullable List<String> countries = input.countries();
    Future<Void> claimed =
        countries == null
            ? Future.succeededFuture()
            : links.claim(db, id, countries).compose(done -> links.keepOnly(db, id, countries));
    return claimed
        .compose(done -> setProviders(db, id, Providers.PAYMENT, input.paymentProviders()))
        .compose(done -> setProviders(db, id, Providers.FULFILLMENT, input.fulfillmentProviders()));
  }

  private Future<Void> setProviders(
      SqlClient db, String id, Providers providers, @Nullable List<String> providerIds) {
    if (providerIds == null) {
      return Future.succeededFuture();
    }
    return links.set(db, providers, id, providerIds);
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
                      return links.keepOnly(db, id, List.of());
                    }))
        .onSuccess(done -> DeletedReferences.REGION.publish(eventBus, List.of(id)))
        .map(done ->
            Reply.ok(new JsonObject().put("id", id).put("object", "region").put("deleted", true)));
  }

  private Future<Reply> shown(String id) {
    return reader
        .find(RegionService.VIEW.written(), id)
        .map(found -> Reply.ok("region", found.orElseThrow(() -> RegionService.notFound(id))));
  }

  private RowChange write(
      Request request, String id, String type, JsonObject values, JsonObject data) {
    Instant now = Timestamps.now(clock);
    Event event = Event.of(request.context(), now, Topics.SETTINGS, type, id, 0, data);
    return new RowChange(now, values, List.of(event));
  }
}
