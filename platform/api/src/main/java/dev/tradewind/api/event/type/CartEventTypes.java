package dev.tradewind.api.event.type;

import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.PayloadSchema.Kind;
import java.util.List;

/** Event types of carts. */
final class CartEventTypes {

  private static final PayloadSchema ID_AND_ORDER =
      PayloadSchema.of("IdAndOrder", "An aggregate that became an order.")
          .with("id", Kind.TEXT, "Id of the aggregate.")
          .with("order_id", Kind.TEXT, "Id of the order.");

  static final List<EventType> ALL =
      List.of(
          EventType.of(Topics.CART, "cart.created", "A cart was created.", PayloadSchema.ID),
          EventType.of(Topics.CART, "cart.updated", "A cart changed.", PayloadSchema.ID),
          EventType.of(
              Topics.CART,
              "cart.customer_updated",
              "The e-mail or customer of a cart changed.",
              PayloadSchema.ID),
          EventType.of(Topics.CART, "cart.completed", "A cart became an order.", ID_AND_ORDER));

  private CartEventTypes() {}
}
