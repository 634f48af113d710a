package dev.tradewind.catalog.channel;

import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.api.catalog.SalesChannelQuery;
import dev.tradewind.catalog.schema.SalesChannelResources;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sales channel lookup for carts. */
public final class SalesChannelService {

  private static final Selection WHOLE =
      Selection.of(SalesChannelResources.CHANNEL).with("locations");

  private final ResourceReader reader;
  private final PublishableKeys keys;

  public SalesChannelService(SqlClient db, PublishableKeys keys) {
    this.reader = new ResourceReader(db);
    this.keys = keys;
  }

  public void bind(Operations internal) {
    internal
        .on(CatalogOperation.FIND_SALES_CHANNEL, this::find)
        .on(CatalogOperation.FIND_SALES_CHANNELS_OF_KEY, this::findOfKey);
  }

  /**
   * Channel with the requested id, else the channel of the publishable key, else the store's
   * default.
   */
  private Future<Reply> find(Request request) {
    SalesChannelQuery query = SalesChannelQuery.parse(request.input());
    String id = query.id();
    return keys.channels(query.publishableKey())
        .compose(ofKey -> {
          PublishableKeys.requireWithin(id == null ? List.of() : List.of(id), ofKey);
          if (id == null && ofKey.size() > 1) {
            throw Problem.invalidData(
                "The PublishableApiKey provided in the request header has multiple associated"
                    + " sales channels.");
          }
          return find(id != null || ofKey.isEmpty() ? id : ofKey.get(0));
        });
  }

  private Future<Reply> findOfKey(Request request) {
    return keys.channels(request.input().getString("publishable_key"))
        .map(ids -> Reply.ok(new JsonObject().put("ids", JsonArrays.of(ids))));
  }

  private Future<Reply> find(@Nullable String id) {
    WhereClause requested = new WhereClause().add("t.deleted_at IS NULL");
    if (id == null) {
      requested.add("t.id = (SELECT default_sales_channel_id FROM store)");
    } else {
      requested.add("t.id = {}", id);
    }
    return reader
        .select(WHOLE, requested, "")
        .map(channels ->
            Reply.ok(
                "sales_channel",
                channels.stream()
                    .findFirst()
                    .orElseThrow(() ->
                        Problem.notFound("Sales channel with id: " + id + " was not found"))));
  }
}
