package dev.tradewind.catalog.shipping;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.api.catalog.CatalogCacheInvalidation;
import dev.tradewind.catalog.region.RegionService;
import dev.tradewind.catalog.schema.ShippingOptionResources;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.PgErrors;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.providers.ProviderCalls;
import dev.tradewind.providers.fulfillment.FulfillmentProviders;
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

/**
 * Admin operations on shipping options. A flat rate has an amount, a calculated one has none; the
 * region's fulfillment provider has to accept the option.
 */
public final class ShippingOptionAdminService {

  private static final String CALCULATED = "calculated";

  private static final String[] CREATED = {
    "name", "region_id", "provider_id", "data", "price_type", "metadata", "includes_tax"
  };

  private static final String[] UPDATED = {"name", "admin_only", "metadata", "includes_tax"};

  private static final Selection BARE = Selection.of(ShippingOptionResources.OPTION);

  private static final String NEEDS_AMOUNT =
      "Shipping options of type `flat_rate` must have an `amount`";

  private final Ids ids = Ids.of("so");
  private final ResourceWriter writer = new ResourceWriter(ShippingOptionResources.OPTION);
  private final ResourceReader reader;
  private final FulfillmentOptionCheck providers;
  private final Pool pool;
  private final EventBus eventBus;
  private final Clock clock;

  public ShippingOptionAdminService(
      Pool pool, EventBus eventBus, Clock clock, FulfillmentProviders providers) {
    this.reader = new ResourceReader(pool);
    this.providers = new FulfillmentOptionCheck(providers, new ProviderCalls(clock));
    this.pool = pool;
    this.eventBus = eventBus;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminCreateShippingOption", this::create)
        .on("adminUpdateShippingOption", this::update)
        .on("adminDeleteShippingOption", this::delete);
  }

  private Future<Reply> create(Request request) {
    JsonObject body = request.body();
    String id = ids.next();
    String providerId = body.getString("provider_id");
    boolean calculated = CALCULATED.equals(body.getString("price_type"));
    if (!calculated) {
      requireAmount(body.getNumber("amount"));
    }
    Requirements.check(body.getJsonArray("requirements"));
    JsonObject data = body.getJsonObject("data");
    return findProfile(pool, body)
        .compose(looked ->
            calculated
                ? providers.requireCanCalculate(request.context(), id, providerId, data)
                : Future.succeededFuture())
        .compose(able -> providers.requireValid(request.context(), id, providerId, data))
        .compose(valid -> insert(id, body, calculated))
        .onSuccess(done -> CatalogCacheInvalidation.publishShippingOptions(eventBus, List.of(id)))
        .compose(done -> shown(id));
  }

  /** Inserts the option. The provider was called without a lock, so the region is checked again. */
  private Future<Void> insert(String id, JsonObject body, boolean calculated) {
    JsonObject values =
        RowChange.pickNonNull(body, CREATED)
            .put("id", id)
            .put("amount", calculated ? null : body.getValue("amount"))
            .put("admin_only", isTrue(body.getValue("admin_only")))
            .put("is_return", isTrue(body.getValue("is_return")));
    return Transactions.inTransaction(
        pool,
        db ->
            findProfile(db, body)
                .compose(profileId -> {
                  RowChange write =
                      new RowChange(
                          Timestamps.now(clock), values.put("profile_id", profileId), List.of());
                  return writer.insert(db, BARE, write);
                })
                .compose(
                    inserted -> Requirements.insert(db, id, body.getJsonArray("requirements"))));
  }

  /** Profile of the new option, if region, provider and profile exist. */
  private static Future<String> findProfile(SqlClient db, JsonObject body) {
    String regionId = body.getString("region_id");
    String profileId = body.getString("profile_id");
    return ShippingOptionStore.findOffer(db, regionId, body.getString("provider_id"), profileId)
        .map(found -> {
          if (!found.regionExists()) {
            throw RegionService.notFound(regionId);
          }
          if (!found.isOffered()) {
            throw invalid("The fulfillment provider is not available in the provided region");
          }
          String profile = found.profileId();
          if (profile == null) {
            throw profileId == null
                ? invalid("There is no default shipping profile")
                : ShippingProfileService.notFound(profileId);
          }
          return profile;
        });
  }

  private Future<Reply> update(Request request) {
    String id = request.path("id");
    JsonObject body = request.body();
    JsonArray requirements = body.getJsonArray("requirements");
    Requirements.check(requirements);
    if (body.getNumber("amount") != null) {
      requireAmount(body.getNumber("amount"));
    }
    return askAboutPrice(request, id, body)
        .compose(able ->
            Transactions.inTransaction(
                pool,
                db ->
                    writer
                        .change(db, id, changes(request, id))
                        .compose(found -> {
                          if (!found) {
                            throw ShippingOptionService.notFound(id);
                          }
                          return setAmount(db, id, body);
                        })
                        .compose(set -> Requirements.replace(db, id, requirements))))
        .recover(failure -> Future.failedFuture(explained(failure)))
        .onSuccess(done -> CatalogCacheInvalidation.publishShippingOptions(eventBus, List.of(id)))
        .compose(done -> shown(id));
  }

  /**
   * Validates the price type with the provider. Provider and data of an option are immutable, so
   * they are read before the transaction.
   */
  private Future<Void> askAboutPrice(Request request, String id, JsonObject body) {
    return CALCULATED.equals(body.getString("price_type"))
        ? reader
            .find(BARE, id)
            .map(found -> found.orElseThrow(() -> ShippingOptionService.notFound(id)))
            .compose(option ->
                providers.requireCanCalculate(
                    request.context(),
                    id,
                    option.getString("provider_id"),
                    option.getJsonObject("data")))
        : Future.succeededFuture();
  }

  private RowChange changes(Request request, String id) {
    JsonObject body = request.body();
    JsonObject values = RowChange.pick(body, UPDATED);
    String priceType = body.getString("price_type");
    if (priceType != null) {
      values.put("price_type", priceType);
    }
    if (CALCULATED.equals(priceType)) {
      values.putNull("amount");
    } else if (priceType != null && body.containsKey("amount")) {
      values.put("amount", body.getValue("amount"));
    }
    Instant now = Timestamps.now(clock);
    Event entry =
        AuditAction.SETTING_CHANGE
            .on(id)
            .with(RowChange.pick(body, "amount", "price_type", "admin_only"))
            .event(request.context(), now);
    return new RowChange(now, values, List.of(entry));
  }

  /** Sets the amount of a flat rate; a calculated option has none. */
  private static Future<Void> setAmount(SqlClient db, String id, JsonObject body) {
    return body.containsKey("amount") && body.getString("price_type") == null
        ? ShippingOptionStore.setAmount(db, id, body.getLong("amount"))
        : Future.succeededFuture();
  }

  private static Throwable explained(Throwable failure) {
    return PgErrors.violatedCheck(failure).filter("shipping_option_flat_rate"::equals).isPresent()
        ? invalid(NEEDS_AMOUNT)
        : failure;
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    return Transactions.retrying(() -> writer.delete(pool, id, Timestamps.now(clock), List.of()))
        .map(deleted -> {
          CatalogCacheInvalidation.publishShippingOptions(eventBus, List.of(id));
          return Reply.ok(
              new JsonObject().put("id", id).put("object", "shipping-option").put("deleted", true));
        });
  }

  private Future<Reply> shown(String id) {
    return reader
        .find(ShippingOptionService.SHOWN, id)
        .map(found ->
            Reply.ok(
                "shipping_option", found.orElseThrow(() -> ShippingOptionService.notFound(id))));
  }

  private static void requireAmount(@Nullable Number amount) {
    if (amount == null || amount.longValue() < 0) {
      throw invalid(NEEDS_AMOUNT);
    }
  }

  /** Reads a flag that forms send as text. */
  private static boolean isTrue(@Nullable Object value) {
    return value instanceof Boolean flag ? flag : "true".equals(value);
  }

  private static RuntimeException invalid(String message) {
    return new Problem.InvalidData(message).toException();
  }
}
