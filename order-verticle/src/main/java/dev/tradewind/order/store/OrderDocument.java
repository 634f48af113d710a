package dev.tradewind.order.store;

import dev.tradewind.api.order.OrderColumns;
import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.order.model.GiftCardCharge;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderSnapshot;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.List;

/** JSON form of the parts of an order that its row, its stored snapshot and its views share. */
public final class OrderDocument {

  private static final RecordCodec.Writer<Order> OWN =
      OrderStore.CODEC.writer(OrderColumns.ORDER.names());

  private static final RecordCodec.Writer<GiftCardCharge> TRANSACTION =
      RecordCodec.of(MethodHandles.lookup(), GiftCardCharge.class)
          .writer(
              List.of(
                  "id",
                  "gift_card_id",
                  "order_id",
                  "amount",
                  "created_at",
                  "is_taxable",
                  "tax_rate"));

  private OrderDocument() {}

  /** Own fields, which are also the columns of its row. */
  public static JsonObject own(Order order) {
    return OWN.write(order);
  }

  /** Discounts without their usage, which goes on after the sale. */
  public static JsonArray discounts(OrderSnapshot snapshot) {
    JsonArray discounts = new JsonArray();
    for (ResourceDocument discount : snapshot.discounts()) {
      JsonObject document = discount.json().copy();
      document.remove("usage_count");
      discounts.add(document);
    }
    return discounts;
  }

  /** Gift card charges; the wire calls them transactions. */
  public static JsonArray transactions(OrderSnapshot snapshot, String orderId) {
    JsonArray transactions = TRANSACTION.writeAll(snapshot.giftCardCharges());
    transactions.forEach(each -> ((JsonObject) each).put("order_id", orderId));
    return transactions;
  }
}
