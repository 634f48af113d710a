package dev.tradewind.order.view;

import dev.tradewind.order.aftersale.OrderEdit;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** JSON view of the own fields of an order edit. */
public final class OrderEditView {

  /** Fields that shoppers do not see. */
  public static final List<String> FOR_STAFF =
      List.of("internal_note", "created_by", "confirmed_by", "canceled_by");

  private OrderEditView() {}

  public static JsonObject own(OrderEdit edit, boolean isForStaff) {
    JsonObject document = OrderEdit.CODEC.write(edit).put("status", edit.status().wireName());
    if (!isForStaff) {
      FOR_STAFF.forEach(document::remove);
    }
    return document;
  }
}
