package dev.tradewind.api.event.type;

import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.PayloadSchema.Kind;
import java.util.List;

/** Event types of discounts and gift cards. */
final class DiscountEventTypes {

  private static final PayloadSchema DISCOUNT_CONDITION_CHANGED =
      PayloadSchema.of(
              "DiscountConditionChanged", "A created, changed or deleted condition of a discount.")
          .with("id", Kind.TEXT, "Discount id.")
          .with("condition_id", Kind.TEXT, "Condition id.");

  private static final PayloadSchema DISCOUNT_USAGE_CHANGED =
      PayloadSchema.of(
              "DiscountUsageChanged",
              "The usage count of a discount after an order used it or released it.")
          .with("id", Kind.TEXT, "Discount id.")
          .with("usage_count", Kind.INTEGER, "Usage count after the change.")
          .with("order_id", Kind.TEXT, "Id of the order.");

  private static final PayloadSchema DYNAMIC_CODE_CREATED =
      PayloadSchema.of("DynamicCodeCreated", "A code created from a dynamic discount.")
          .with("id", Kind.TEXT, "Discount id of the code.")
          .with("parent_discount_id", Kind.TEXT, "Id of the dynamic discount.");

  private static final PayloadSchema GIFT_CARD_TRANSACTION =
      PayloadSchema.of(
              "GiftCardTransaction", "An amount charged to a gift card, or refunded to it.")
          .with("id", Kind.TEXT, "Gift card id.")
          .with("order_id", Kind.TEXT, "Id of the order.")
          .with("amount", Kind.INTEGER, "In the smallest currency unit.")
          .with("balance", Kind.INTEGER, "Balance after the transaction.");

  static final List<EventType> ALL =
      List.of(
          EventType.of(
              Topics.DISCOUNT, "discount.created", "A discount was created.", PayloadSchema.ID),
          EventType.of(
              Topics.DISCOUNT, "discount.updated", "A discount changed.", PayloadSchema.UPDATED),
          EventType.of(
              Topics.DISCOUNT,
              "discount.deleted",
              "A discount or a dynamic code was deleted.",
              PayloadSchema.ID),
          EventType.of(
              Topics.DISCOUNT,
              "discount.condition_changed",
              "A condition of a discount changed.",
              DISCOUNT_CONDITION_CHANGED),
          EventType.of(
              Topics.DISCOUNT,
              "discount.usage_changed",
              "An order used a discount or released it.",
              DISCOUNT_USAGE_CHANGED),
          EventType.of(
              Topics.DISCOUNT,
              "discount.dynamic_code_created",
              "A code of a dynamic discount was created.",
              DYNAMIC_CODE_CREATED),
          EventType.of(
              Topics.GIFT_CARD,
              "gift_card.created",
              "A gift card was created by staff or bought.",
              PayloadSchema.ID),
          EventType.of(
              Topics.GIFT_CARD, "gift_card.updated", "A gift card changed.", PayloadSchema.ID),
          EventType.of(
              Topics.GIFT_CARD,
              "gift_card.charged",
              "An order was paid with a gift card.",
              GIFT_CARD_TRANSACTION),
          EventType.of(
              Topics.GIFT_CARD,
              "gift_card.refunded",
              "A canceled order returned an amount to a gift card.",
              GIFT_CARD_TRANSACTION),
          EventType.of(
              Topics.GIFT_CARD,
              "gift_card.disabled",
              "A gift card was disabled or is empty.",
              PayloadSchema.ID),
          EventType.of(
              Topics.GIFT_CARD, "gift_card.deleted", "A gift card was deleted.", PayloadSchema.ID));

  private DiscountEventTypes() {}
}
