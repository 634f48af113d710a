package dev.tradewind.catalog.shipping;

import dev.tradewind.catalog.region.RegionService;
import dev.tradewind.catalog.schema.ShippingOptionResources;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.database.PgErrors;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.util.List;

/**
 * Admin operations on shipping options. A flat rate has an amount, a calculated one has none; the
 * region's fulfillment provider has to accept the option.
 */
public final class ShippingOptionAdminService {

  private static final Selection BARE = Selection.of(ShippingOptionResources.OPTION);

  private final Ids ids = Ids.of("so");
  private final Ids requirementIds = Ids.of("sor");
  private final ResourceWriter writer = new ResourceWriter(ShippingOptionResources.OPTION);
  private final ShippingOptionStore options;
  private final ResourceReader reader;
  private final FulfillmentOptionCheck providers;
  private final Pool pool;
  private final Clock clock;

  public ShippingOptionAdminService(
      Pool pool,
      ProviderRegistry<FulfillmentProvider> providers,
      ShippingOptionStore options,
      Clock clock) {
    this.reader = new ResourceReader(pool);
    this.providers = new FulfillmentOptionCheck(providers, new ProviderCalls(clock));
    this.pool = pool;
    this.options = options;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminCreateShippingOption", this::create)
        .on("adminUpdateShippingOption", this::update)
        .on("adminDeleteShippingOption", this::delete);
  }

  private Future<Reply> create(Request request) {
    NewShippingOption option = NewShippingOption.of(request.body());
    String id = ids.next();
    return findProfile(pool, option)
        .compose(found -> {
          if (option.isCalculated()) {
            return providers.requireCanCalculate(
                request.context(), id, option.providerId(), option.data());
          }
          return Future.succeededFuture();
        })
        .compose(able ->
            providers.requireValid(request.context(), id, option.providerId(), option.data()))
        .compose(valid -> insert(id, option))
        .compose(done -> shown(id));
  }

  /** Inserts the option. The provider was called without a lock, so the region is checked again. */
  private Future<Void> insert(String id, NewShippingOption option) {
    return Transactions.attributed(
        pool,
        db ->
            findProfile(db, option)
                .compose(profileId ->
                    writer.insert(
                        db,
                        BARE,
                        new RowChange(Timestamps.now(clock), option.row(id, profileId), List.of())))
                .compose(inserted -> insertRequirements(db, id, option.requirements())));
  }

  /** Profile of the new option, if region, provider and profile exist. */
  private Future<String> findProfile(SqlClient db, NewShippingOption option) {
    return options
        .findOffer(db, option.regionId(), option.providerId(), option.profileId())
        .map(found -> {
          if (!found.regionExists()) {
            throw RegionService.notFound(option.regionId());
          }
          if (!found.isOffered()) {
            throw invalid("The fulfillment provider is not available in the provided region");
          }
          String profile = found.profileId();
          if (profile == null) {
            throw option.profileId() == null
                ? invalid("There is no default shipping profile")
                : ShippingProfileService.notFound(option.profileId());
          }
          return profile;
        });
  }

  private Future<Void> insertRequirements(
      SqlClient db, String optionId, List<Requirement> requirements) {
    return Futures.unlessEmpty(
        requirements,
        () ->
            options.insertRequirements(
                db,
                optionId,
                JsonArrays.of(
                    requirements.stream().map(one -> one.row(requirementIds.next())).toList())));
  }

  private Future<Reply> update(Request request) {
    String id = request.path("id");
    ShippingOptionChange change = ShippingOptionChange.of(request.body());
    return askAboutPrice(request, id, change)
        .compose(able ->
            Transactions.attributed(
                pool,
                db ->
                    writer
                        .change(
                            db, id, new RowChange(Timestamps.now(clock), change.row(), List.of()))
                        .compose(found -> {
                          if (!found) {
                            throw ShippingOptionService.notFound(id);
                          }
                          if (change.setsAmountOfFlatRate()) {
                            return options.setAmount(db, id, change.amount());
                          }
                          return Future.succeededFuture();
                        })
                        .compose(set -> replaceRequirements(db, id, change.requirements()))))
        .recover(failure -> Future.failedFuture(explained(failure)))
        .compose(done -> shown(id));
  }

  /** Replaces the requirements of a locked option; an id refers to an existing one. */
  private Future<Void> replaceRequirements(
      SqlClient db, String optionId, List<Requirement> requirements) {
    return options
        .findRequirements(db, optionId)
        .compose(stored -> {
          Requirement.requireStored(requirements, stored);
          return options.clearRequirements(db, optionId);
        })
        .compose(cleared -> insertRequirements(db, optionId, requirements));
  }

  /**
   * Validates the price type with the provider. Provider and data of an option are immutable, so
   * they are read before the transaction.
   */
  private Future<Void> askAboutPrice(Request request, String id, ShippingOptionChange change) {
    if (change.becomesCalculated()) {
      return reader
          .find(BARE, id)
          .map(found -> found.orElseThrow(() -> ShippingOptionService.notFound(id)))
          .compose(option ->
              providers.requireCanCalculate(
                  request.context(),
                  id,
                  option.getString("provider_id"),
                  option.getJsonObject("data")));
    }
    return Future.succeededFuture();
  }

  private static Throwable explained(Throwable failure) {
    if (PgErrors.violatedCheck(failure).filter("shipping_option_flat_rate"::equals).isPresent()) {
      return NewShippingOption.needsAmount();
    }
    return failure;
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    return Transactions.attributed(
            pool, db -> writer.delete(db, id, Timestamps.now(clock), List.of()))
        .map(deleted -> {
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

  private static RuntimeException invalid(String message) {
    return Problem.invalidData(message);
  }
}
