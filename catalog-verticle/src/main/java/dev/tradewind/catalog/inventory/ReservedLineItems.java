package dev.tradewind.catalog.inventory;

import static dev.tradewind.kernel.resource.Relation.referred;

import dev.tradewind.api.graph.OrderGraph;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.resource.FetchContext;
import dev.tradewind.kernel.resource.RelatedRow;
import dev.tradewind.kernel.resource.RelationSource;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Line items of reservations, found in the orders that the reservations are for. */
final class ReservedLineItems implements RelationSource {

  private static final Resource RESERVED =
      Resource.table("reservation_item")
          .text("id", "line_item_id", "taker")
          .relation(referred("order", () -> OrderGraph.ORDER, "taker"))
          .build();

  private static final Selection WITH_LINES = Selection.of(RESERVED).with("order", "order.items");

  @Override
  public Future<List<RelatedRow>> fetch(
      FetchContext fetchContext, Selection selection, List<String> keys) {
    ResourceReader reader =
        new ResourceReader(fetchContext.db())
            .withRemote(fetchContext.bus(), fetchContext.context());
    return reader
        .findAll(WITH_LINES, keys)
        .map(reservations ->
            reservations.stream()
                .flatMap(reservation ->
                    line(reservation)
                        .map(
                            line -> new RelatedRow(reservation.getString("id"), selection.of(line)))
                        .stream())
                .toList());
  }

  private static Optional<JsonObject> line(JsonObject reservation) {
    @Nullable JsonObject order = reservation.getJsonObject("order");
    @Nullable String id = reservation.getString("line_item_id");
    if (order == null) {
      return Optional.empty();
    }
    return JsonArrays.objects(order.getJsonArray("items")).stream()
        .filter(line -> line.getString("id").equals(id))
        .findFirst();
  }
}
