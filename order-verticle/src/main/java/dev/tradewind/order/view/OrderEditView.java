package dev.tradewind.order.view;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.order.aftersale.OrderEdit;
import dev.tradewind.order.model.PaymentView;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** JSON view of the own fields of an order edit. */
public final class OrderEditView {

  /** Fields that shoppers do not see. */
  public static final List<String> FOR_STAFF =
      List.of("internal_note", "created_by", "confirmed_by", "canceled_by");

  private OrderEditView() {}

  public static JsonObject own(OrderEdit edit, boolean isForStaff) {
    JsonObject shown =
        new JsonObject()
            .put("id", edit.id())
            .put("created_at", Timestamps.format(edit.createdAt()))
            .put("order_id", edit.orderId())
            .put("internal_note", edit.internalNote())
            .put("created_by", edit.createdBy())
            .put("requested_by", edit.requestedBy())
            .put("requested_at", PaymentView.time(edit.requestedAt()))
            .put("confirmed_by", edit.confirmedBy())
            .put("confirmed_at", PaymentView.time(edit.confirmedAt()))
            .put("declined_by", edit.declinedBy())
            .put("declined_reason", edit.declinedReason())
            .put("declined_at", PaymentView.time(edit.declinedAt()))
            .put("canceled_by", edit.canceledBy())
            .put("canceled_at", PaymentView.time(edit.canceledAt()))
            .put("payment_collection_id", edit.paymentCollectionId())
            .put("status", edit.status().wireName());
    if (!isForStaff) {
      FOR_STAFF.forEach(shown::remove);
    }
    return shown;
  }
}
