package dev.tradewind.catalog.channel;

import dev.tradewind.api.event.Topics;
import dev.tradewind.catalog.schema.SalesChannelResources;
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
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** Admin operations on sales channels. The store's default channel cannot be deleted. */
public final class SalesChannelAdminService {

  private static final String[] FIELDS = {"name", "description", "is_disabled"};

  private static final View VIEW = View.of(SalesChannelResources.CHANNEL, "locations");

  private static final Selection WHOLE = VIEW.written();

  private static final ListDefinition LISTING =
      ListDefinition.of(VIEW, 20)
          .filter("id", "name", "description", "created_at", "updated_at", "deleted_at")
          .search("t.name ILIKE {} OR t.description ILIKE {}")
          .defaultOrder("created_at")
          .build();

  private final Ids ids = Ids.of("sc");
  private final ResourceWriter writer = new ResourceWriter(SalesChannelResources.CHANNEL);
  private final SalesChannelStore store;
  private final ResourceReader reader;
  private final Pool pool;
  private final Clock clock;

  public SalesChannelAdminService(Pool pool, SalesChannelStore store, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.store = store;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListSalesChannels", this::list)
        .on("adminGetSalesChannel", this::get)
        .on("adminCreateSalesChannel", this::create)
        .on("adminUpdateSalesChannel", this::update)
        .on("adminDeleteSalesChannel", this::delete);
  }

  private Future<Reply> list(Request request) {
    return reader.list(LISTING, request.query()).map(page -> page.reply("sales_channels"));
  }

  private Future<Reply> get(Request request) {
    String id = request.path("id");
    return reader
        .find(WHOLE, id)
        .map(found ->
            Reply.ok("sales_channel", found.orElseThrow(() -> SalesChannelResources.notFound(id))));
  }

  private Future<Reply> create(Request request) {
    String id = ids.next();
    JsonObject values = RowChange.pickNonNull(request.body(), FIELDS).put("id", id);
    return writer
        .insert(pool, WHOLE, write(request, id, "sales_channel.created", values))
        .map(created -> Reply.ok("sales_channel", created));
  }

  private Future<Reply> update(Request request) {
    String id = request.path("id");
    RowChange write =
        write(request, id, "sales_channel.updated", RowChange.pick(request.body(), FIELDS));
    return Transactions.retrying(() -> writer.update(pool, WHOLE, id, write))
        .map(found -> found.orElseThrow(() -> SalesChannelResources.notFound(id)))
        .map(updated -> Reply.ok("sales_channel", updated));
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    RowChange write = write(request, id, "sales_channel.deleted", new JsonObject());
    return Transactions.retrying(() ->
            writer.delete(pool, id, write.at(), write.events(), SalesChannelStore.NOT_DEFAULT))
        .compose(deleted -> {
          if (deleted) {
            return Future.succeededFuture();
          }
          return refuseDefault(id);
        })
        .map(done ->
            Reply.ok(
                new JsonObject()
                    .put("id", id)
                    .put("object", "sales-channel")
                    .put("deleted", true)));
  }

  /** Distinguishes the two causes of a delete without effect: default channel, or unknown id. */
  private Future<Void> refuseDefault(String id) {
    return store
        .isDefault(pool, id)
        .map(isDefault -> {
          if (isDefault) {
            throw Problem.notAllowed("You cannot delete the default sales channel");
          }
          return null;
        });
  }

  private RowChange write(Request request, String id, String type, JsonObject values) {
    Instant now = Timestamps.now(clock);
    JsonObject data = new JsonObject().put("id", id);
    return new RowChange(
        now, values, List.of(Event.of(request.context(), now, Topics.SETTINGS, type, id, 0, data)));
  }
}
