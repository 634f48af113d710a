package dev.tradewind.catalog.region;

import dev.tradewind.api.event.Topics;
import dev.tradewind.catalog.region.RegionLinkStore.Providers;
import dev.tradewind.catalog.schema.RegionResources;
import dev.tradewind.kernel.database.PgErrors;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Operations that add or remove one country or provider of a region. They are idempotent: without a
 * change there is no event.
 */
public final class RegionMembershipService {

  /** Change to the locked region; false if it had no effect. */
  @FunctionalInterface
  private interface Change {
    Future<Boolean> apply(SqlClient db, String regionId);
  }

  private final ResourceWriter writer = new ResourceWriter(RegionResources.REGION);
  private final RegionLinkStore links;
  private final ResourceReader reader;
  private final Pool pool;
  private final Clock clock;

  public RegionMembershipService(Pool pool, RegionLinkStore links, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.links = links;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminCreateRegionCountry", this::addCountry)
        .on("adminDeleteRegionCountry", this::removeCountry)
        .on("adminCreateRegionPaymentProvider", r -> add(r, Providers.PAYMENT, "Payment"))
        .on("adminDeleteRegionPaymentProvider", r -> remove(r, Providers.PAYMENT))
        .on(
            "adminCreateRegionFulfillmentProvider",
            r -> add(r, Providers.FULFILLMENT, "Fulfillment"))
        .on("adminDeleteRegionFulfillmentProvider", r -> remove(r, Providers.FULFILLMENT));
  }

  private Future<Reply> addCountry(Request request) {
    String code = request.body().getString("country_code").toLowerCase(Locale.ROOT);
    return change(
        request,
        "countries",
        (db, id) ->
            links
                .isCountry(db, code)
                .compose(isKnown -> {
                  RegionInput.requireCountries(List.of(code), isKnown ? Set.of(code) : Set.of());
                  return links.claim(db, id, List.of(code));
                })
                .map(claimed -> claimed > 0));
  }

  private Future<Reply> removeCountry(Request request) {
    String code = request.path("country_code").toLowerCase(Locale.ROOT);
    return change(request, "countries", (db, id) -> links.free(db, id, code));
  }

  private Future<Reply> add(Request request, Providers providers, String kind) {
    String providerId = request.body().getString("provider_id");
    return change(request, fields(providers), (db, id) -> links.add(db, providers, id, providerId))
        .recover(failure ->
            Future.failedFuture(
                PgErrors.hasState(failure, "23503")
                    ? Problem.notFound(kind + " provider " + providerId + " was not found")
                    : failure));
  }

  private Future<Reply> remove(Request request, Providers providers) {
    String providerId = request.path("provider_id");
    return change(
        request, fields(providers), (db, id) -> links.remove(db, providers, id, providerId));
  }

  private static String fields(Providers providers) {
    return switch (providers) {
      case PAYMENT -> "payment_providers";
      case FULFILLMENT -> "fulfillment_providers";
    };
  }

  private Future<Reply> change(Request request, String field, Change change) {
    String id = request.path("id");
    return Transactions.inTransaction(
            pool,
            db ->
                links
                    .lock(db, id)
                    .compose(isPresent -> {
                      if (!isPresent) {
                        throw RegionService.notFound(id);
                      }
                      return change.apply(db, id);
                    })
                    .compose(changed -> {
                      if (changed) {
                        return appendEvent(db, request, id, field).map(true);
                      }
                      return Future.succeededFuture(false);
                    }))
        .compose(done -> reader.find(RegionService.VIEW.written(), id))
        .map(found -> Reply.ok("region", found.orElseThrow(() -> RegionService.notFound(id))));
  }

  private Future<Void> appendEvent(SqlClient db, Request request, String id, String field) {
    Instant now = Timestamps.now(clock);
    JsonObject data = new JsonObject().put("id", id).put("fields", new JsonArray().add(field));
    Event event = Event.of(request.context(), now, Topics.SETTINGS, "region.updated", id, 0, data);
    return writer.change(db, id, new RowChange(now, new JsonObject(), List.of(event))).mapEmpty();
  }
}
