package dev.tradewind.catalog.region;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.api.event.Topics;
import dev.tradewind.catalog.schema.RegionResources;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Admin operations on currencies, with the setting whether prices in them include tax. */
public final class CurrencyService {

  private static final ListDefinition LISTING =
      ListDefinition.of(View.of(RegionResources.CURRENCY), 20)
          .filter("code", "includes_tax")
          .search("t.code ILIKE {} OR t.name ILIKE {}")
          .build();

  private static final Selection WHOLE = Selection.of(RegionResources.CURRENCY);

  private final ResourceWriter writer = new ResourceWriter(RegionResources.CURRENCY);
  private final ResourceReader reader;
  private final Pool pool;
  private final Clock clock;

  public CurrencyService(Pool pool, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on("adminListCurrencies", this::list).on("adminUpdateCurrency", this::update);
  }

  private Future<Reply> list(Request request) {
    return reader.list(LISTING, request.query()).map(page -> page.reply("currencies"));
  }

  private Future<Reply> update(Request request) {
    String code = request.path("code").toLowerCase(Locale.ROOT);
    Instant now = Timestamps.now(clock);
    JsonObject data = new JsonObject().put("id", code).put("code", code);
    Event updated =
        Event.of(request.context(), now, Topics.SETTINGS, "currency.updated", code, 0, data);
    RowChange write =
        new RowChange(now, RowChange.pick(request.body(), "includes_tax"), List.of(updated))
            .audited(
                AuditAction.SETTING_CHANGE.on(code).event(request.context(), now), "includes_tax");
    return Transactions.retrying(() -> writer.update(pool, WHOLE, code, write))
        .map(found ->
            found.orElseThrow(
                () -> Problem.notFound("Currency with code: " + code + " was not found")))
        .map(currency -> Reply.ok("currency", currency));
  }
}
