package dev.tradewind.catalog.tax;

import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.catalog.schema.RegionResources;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** Admin operations on tax rates, with invalidation of the cart and price caches. */
public final class TaxRateService {

  private static final String[] FIELDS = {"code", "name", "region_id", "rate"};

  private static final Selection BARE = Selection.of(RegionResources.TAX_RATE);

  /** Change to the links of a locked rate. */
  @FunctionalInterface
  private interface Change {
    Future<Void> apply(SqlClient db, TaxRateTargets targets, String rateId, List<String> linked);
  }

  private final Ids ids = Ids.of("txr");
  private final ResourceWriter writer = new ResourceWriter(RegionResources.TAX_RATE);
  private final TaxRateTargetStore store = new TaxRateTargetStore();
  private final TaxRateView view;
  private final Pool pool;
  private final Clock clock;

  public TaxRateService(Pool pool, Clock clock) {
    this.view = new TaxRateView(pool, store);
    this.pool = pool;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListTaxRates", this::list)
        .on("adminGetTaxRate", request -> answer(request, request.path("id")))
        .on("adminCreateTaxRate", this::create)
        .on("adminUpdateTaxRate", this::update)
        .on("adminDeleteTaxRate", this::delete)
        .on("adminAddProductsToTaxRate", adding(TaxRateTargets.PRODUCTS))
        .on("adminAddProductTypesToTaxRate", adding(TaxRateTargets.PRODUCT_TYPES))
        .on("adminAddShippingOptionsToTaxRate", adding(TaxRateTargets.SHIPPING_OPTIONS))
        .on("adminRemoveProductsFromTaxRate", removing(TaxRateTargets.PRODUCTS))
        .on("adminRemoveProductTypesFromTaxRate", removing(TaxRateTargets.PRODUCT_TYPES))
        .on("adminRemoveShippingOptionsFromTaxRate", removing(TaxRateTargets.SHIPPING_OPTIONS));
  }

  private Future<Reply> list(Request request) {
    return view.list(request.query()).map(page -> page.reply("tax_rates"));
  }

  private Future<Reply> answer(Request request, String id) {
    return view.get(request.query(), id).map(rate -> Reply.ok("tax_rate", rate));
  }

  private Future<Reply> create(Request request) {
    TaxRateView.check(request.query());
    String id = ids.next();
    JsonObject values = RowChange.pickNonNull(request.body(), FIELDS).put("id", id);
    Instant now = Timestamps.now(clock);
    RowChange write = new RowChange(now, values, List.of());
    return Transactions.attributed(
            pool,
            db ->
                writer.insert(db, BARE, write).compose(inserted -> setAll(db, id, request.body())))
        .compose(done -> written(request, id));
  }

  private Future<Reply> update(Request request) {
    TaxRateView.check(request.query());
    String id = request.path("id");
    JsonObject values = RowChange.pick(request.body(), FIELDS);
    Instant now = Timestamps.now(clock);
    RowChange write = new RowChange(now, values, List.of());
    return Transactions.attributed(
            pool,
            db ->
                writer
                    .change(db, id, write)
                    .compose(found -> {
                      requireFound(found, id);
                      return setAll(db, id, request.body());
                    }))
        .compose(done -> written(request, id));
  }

  /** Hard delete; deleting an unknown rate succeeds. */
  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    return Transactions.attributed(pool, db -> store.delete(db, id))
        .map(deleted -> {
          return Reply.ok(
              new JsonObject().put("id", id).put("object", "tax-rate").put("deleted", true));
        });
  }

  private Function<Request, Future<Reply>> adding(TaxRateTargets targets) {
    return request -> change(request, targets, this::add);
  }

  private Function<Request, Future<Reply>> removing(TaxRateTargets targets) {
    return request -> change(request, targets, store::remove);
  }

  private Future<Reply> change(Request request, TaxRateTargets targets, Change change) {
    TaxRateView.check(request.query());
    String id = request.path("id");
    List<String> linked = JsonFields.texts(request.body(), targets.member).orElseThrow();
    RowChange write = new RowChange(Timestamps.now(clock), new JsonObject(), List.of());
    return Transactions.attributed(
            pool,
            db ->
                writer
                    .change(db, id, write)
                    .compose(found -> {
                      requireFound(found, id);
                      return change.apply(db, targets, id, linked);
                    }))
        .compose(done -> written(request, id));
  }

  private Future<Reply> written(Request request, String id) {
    return view.getWritten(request.query(), id).map(rate -> Reply.ok("tax_rate", rate));
  }

  /** Replaces the links of every list in the body. */
  private Future<Void> setAll(SqlClient db, String rateId, JsonObject body) {
    Future<Void> set = Future.succeededFuture();
    for (TaxRateTargets targets : TaxRateTargets.values()) {
      List<String> ids = JsonFields.texts(body, targets.member).orElse(null);
      if (ids != null) {
        set =
            set.compose(done -> store.removeOthers(db, targets, rateId, ids))
                .compose(removed -> add(db, targets, rateId, ids));
      }
    }
    // If the rate changed its region, previously linked options may belong to another one now.
    if (body.getString("region_id") == null) {
      return set;
    }
    return set.compose(done -> requireOneRegion(db, rateId));
  }

  /** Adds links; 404 for an unknown id. */
  private Future<Void> add(SqlClient db, TaxRateTargets targets, String rateId, List<String> ids) {
    return store
        .add(db, targets, rateId, ids)
        .compose(added -> {
          if (targets == TaxRateTargets.SHIPPING_OPTIONS) {
            return requireOneRegion(db, rateId);
          }
          return Future.succeededFuture();
        });
  }

  private Future<Void> requireOneRegion(SqlClient db, String rateId) {
    return store
        .findOfOtherRegion(db, rateId)
        .map(found -> {
          found.ifPresent(option -> {
            throw Problem.notAllowed(
                "Shipping Option and Tax Rate must belong to the same Region to be associated."
                    + " Shipping Option with id: %s belongs to Region with id: %s and Tax Rate"
                        .formatted(option.optionId(), option.optionRegionId())
                    + " with id: %s belongs to Region with id: %s"
                        .formatted(rateId, option.rateRegionId()));
          });
          return null;
        });
  }

  private static void requireFound(boolean found, String id) {
    if (!found) {
      throw TaxRateView.notFound(id);
    }
  }
}
