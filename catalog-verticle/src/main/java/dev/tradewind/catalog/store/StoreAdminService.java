package dev.tradewind.catalog.store;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.catalog.region.RegionService;
import dev.tradewind.catalog.schema.StoreResources;
import dev.tradewind.catalog.store.StoreSettingsStore.CurrencyChange;
import dev.tradewind.catalog.store.StoreSettingsStore.LockedStore;
import dev.tradewind.kernel.database.PgErrors;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Admin operations on the store, its currencies and its default region. Changes lock the store's
 * row, so that the default currency is always one of them.
 */
public final class StoreAdminService {

  private static final String[] FIELDS = {
    "name",
    "swap_link_template",
    "payment_link_template",
    "invite_link_template",
    "default_region_id",
    "metadata"
  };

  private static final String[] AUDITED = {
    "name",
    "swap_link_template",
    "payment_link_template",
    "invite_link_template",
    "default_region_id",
    "default_currency_code"
  };

  private static final Selection BARE = Selection.of(StoreResources.STORE);

  /** Change to the locked store; false if it had no effect. */
  @FunctionalInterface
  private interface Change {
    Future<Boolean> apply(SqlClient db, LockedStore store);
  }

  private final StoreSettingsStore settings = new StoreSettingsStore();
  private final ResourceWriter writer = new ResourceWriter(StoreResources.STORE);
  private final ResourceReader reader;
  private final Pool pool;
  private final Clock clock;

  public StoreAdminService(Pool pool, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminStore", this::update)
        .on("adminUpdateStoreCurrency", this::addCurrency)
        .on("adminDeleteStoreCurrency", this::removeCurrency);
  }

  private Future<Reply> update(Request request) {
    JsonObject body = request.body();
    return change((db, store) ->
        setCurrencies(db, store, body)
            .compose(done -> requireDefault(db, store, body))
            .compose(done -> requireRegion(db, body))
            .compose(done -> write(db, request, store))
            .map(true));
  }

  private Future<Void> setCurrencies(SqlClient db, LockedStore store, JsonObject body) {
    List<String> codes = JsonFields.codes(body, "currencies").orElse(null);
    if (codes == null) {
      return Future.succeededFuture();
    }
    String requested = JsonFields.code(body, "default_currency_code");
    if (!codes.contains(requested == null ? store.defaultCurrencyCode() : requested)) {
      throw defaultIsKept();
    }
    return settings
        .findKnown(db, codes)
        .compose(known -> {
          List<String> unknown = new ArrayList<>(codes);
          known.forEach(unknown::remove);
          if (!unknown.isEmpty()) {
            throw Problem.invalidData(
                "Currency with code " + unknown.getFirst() + " does not exist");
          }
          return settings.set(db, store, codes);
        });
  }

  private Future<Void> requireDefault(SqlClient db, LockedStore store, JsonObject body) {
    String requested = JsonFields.code(body, "default_currency_code");
    if (requested == null) {
      return Future.succeededFuture();
    }
    return settings
        .has(db, store, requested)
        .map(isThere -> {
          if (!isThere) {
            throw Problem.invalidData("Store does not have currency: " + requested);
          }
          return null;
        });
  }

  /** Requires the default region, if one is given, to be there. */
  private Future<Void> requireRegion(SqlClient db, JsonObject body) {
    String region = body.getString("default_region_id");
    if (region == null) {
      return Future.succeededFuture();
    }
    return settings
        .hasRegion(db, region)
        .map(isThere -> {
          if (!isThere) {
            throw RegionService.notFound(region);
          }
          return null;
        });
  }

  private Future<Void> write(SqlClient db, Request request, LockedStore store) {
    JsonObject body = request.body();
    JsonObject values = RowChange.pick(body, FIELDS);
    String requested = JsonFields.code(body, "default_currency_code");
    if (requested != null) {
      values.put("default_currency_code", requested);
    }
    Instant now = Timestamps.now(clock);
    RowChange write =
        new RowChange(now, values, List.of())
            .audited(
                AuditAction.SETTING_CHANGE.on(store.id()).event(request.context(), now), AUDITED);
    return writer.update(db, BARE, store.id(), write).mapEmpty();
  }

  private Future<Reply> addCurrency(Request request) {
    String code = request.path("code");
    return change((db, store) ->
            edit(db, store, CurrencyChange.ADDITION, code)
                .map(added -> {
                  if (!added) {
                    throw Problem.duplicate("Currency already added");
                  }
                  return true;
                }))
        .recover(failure ->
            Future.failedFuture(
                PgErrors.hasState(failure, "23503")
                    ? Problem.invalidData("Currency " + code + " not found")
                    : failure));
  }

  private Future<Reply> removeCurrency(Request request) {
    String code = request.path("code");
    return change((db, store) -> {
      if (code.equalsIgnoreCase(store.defaultCurrencyCode())) {
        throw defaultIsKept();
      }
      return edit(db, store, CurrencyChange.REMOVAL, code);
    });
  }

  private Future<Boolean> edit(
      SqlClient db, LockedStore store, CurrencyChange change, String code) {
    RowChange write = new RowChange(Timestamps.now(clock), new JsonObject(), List.of());
    return settings
        .change(db, change, store, code.toLowerCase(Locale.ROOT))
        .compose(isChanged ->
            isChanged ? writer.change(db, store.id(), write) : Future.succeededFuture(false));
  }

  private Future<Reply> change(Change change) {
    return Transactions.inTransaction(
            pool,
            db ->
                settings
                    .lock(db)
                    .compose(found -> {
                      LockedStore store =
                          found.orElseThrow(() -> Problem.notFound("Store does not exist"));
                      return change.apply(db, store);
                    }))
        .compose(done -> StoreService.store(reader))
        .map(store -> Reply.ok("store", store));
  }

  private static RuntimeException defaultIsKept() {
    return Problem.invalidData(
        "You are not allowed to remove default currency from store currencies without"
            + " replacing it as well");
  }
}
