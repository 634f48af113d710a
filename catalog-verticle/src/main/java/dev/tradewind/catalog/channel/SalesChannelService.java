package dev.tradewind.catalog.channel;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Conditions;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.ResourceReader;
import dev.tradewind.kernel.resource.Selection;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Reads sales channels for carts. */
public final class SalesChannelService {

  public static final Resource SALES_CHANNEL = SalesChannels.CHANNEL;

  private static final Selection WHOLE = Selection.of(SALES_CHANNEL);

  private final ResourceReader reader;

  public SalesChannelService(SqlClient db) {
    this.reader = new ResourceReader(db);
  }

  public void bind(Operations internal) {
    internal.on("findSalesChannel", this::find);
  }

  private Future<Reply> find(Request request) {
    String id = request.input().getString("id");
    Conditions wanted = new Conditions().add("t.deleted_at IS NULL");
    if (id == null) {
      wanted.add("t.id = (SELECT default_sales_channel_id FROM store)");
    } else {
      wanted.add("t.id = {}", id);
    }
    return reader
        .select(WHOLE, wanted, "")
        .map(channels ->
            Reply.ok(
                "sales_channel",
                channels.stream()
                    .findFirst()
                    .orElseThrow(() ->
                        new Problem.NotFound("Sales channel with id: " + id + " was not found")
                            .toException())));
  }
}
