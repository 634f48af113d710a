package dev.tradewind.email;

import dev.tradewind.spi.notification.Notification;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Kinds of e-mails by the type of the event that they are about. */
enum Mail {
  ORDER_PLACED("order.placed", Template.ORDER, Shown.SUMS),
  ORDER_SHIPPED("order.shipment_created", Template.ORDER, Shown.STEP),
  ORDER_CANCELED("order.canceled", Template.ORDER, Shown.SUMS),
  ORDER_REFUNDED("order.refund_created", Template.ORDER, Shown.SUMS),
  RETURN_REQUESTED("order.return_requested", Template.ORDER, Shown.STEP),
  RETURN_RECEIVED("order.items_returned", Template.ORDER, Shown.STEP),
  SWAP_CREATED("swap.created", Template.ORDER, Shown.STEP),
  SWAP_RECEIVED("swap.received", Template.ORDER, Shown.STEP),
  SWAP_SHIPPED("swap.shipment_created", Template.ORDER, Shown.STEP),
  CLAIM_CREATED("claim.created", Template.ORDER, Shown.STEP),
  CLAIM_SHIPPED("claim.shipment_created", Template.ORDER, Shown.STEP),
  CLAIM_REFUNDED("claim.refund_processed", Template.ORDER, Shown.SUMS),
  EDIT_REQUESTED("order-edit.requested", Template.ORDER),
  RESTOCKED("restock-notification.restocked", Template.ACCOUNT),
  GIFT_CARD_CREATED("gift_card.created", Template.GIFT_CARD),
  CUSTOMER_CREATED("customer.created", Template.ACCOUNT),
  PASSWORD_RESET("customer.password_reset", Template.ACCOUNT, true),
  USER_PASSWORD_RESET("user.password_reset", Template.ACCOUNT, true),
  INVITE_CREATED("invite.created", Template.ACCOUNT, true);

  /** Templates that kinds of e-mails share. */
  enum Template {
    ORDER("order"),
    GIFT_CARD("gift-card"),
    ACCOUNT("account");

    private final String fileName;

    Template(String fileName) {
      this.fileName = fileName;
    }

    String fileName() {
      return fileName;
    }
  }

  /** Part of the order that an e-mail shows: all with its sums, one step, or its number alone. */
  enum Shown {
    SUMS,
    STEP,
    NOTHING
  }

  private final String eventType;
  private final Template template;
  private final Shown shown;
  private final boolean hasToken;

  Mail(String eventType, Template template) {
    this(eventType, template, Shown.NOTHING, false);
  }

  Mail(String eventType, Template template, Shown shown) {
    this(eventType, template, shown, false);
  }

  Mail(String eventType, Template template, boolean hasToken) {
    this(eventType, template, Shown.NOTHING, hasToken);
  }

  Mail(String eventType, Template template, Shown shown, boolean hasToken) {
    this.eventType = eventType;
    this.template = template;
    this.shown = shown;
    this.hasToken = hasToken;
  }

  static Set<String> eventTypes() {
    return Arrays.stream(values())
        .map(mail -> mail.eventType)
        .collect(Collectors.toUnmodifiableSet());
  }

  static Optional<Mail> about(String eventType) {
    return Arrays.stream(values()).filter(mail -> mail.eventType.equals(eventType)).findFirst();
  }

  String eventType() {
    return eventType;
  }

  Template template() {
    return template;
  }

  /** Whether it has a one-time token, so that staff must not read it. */
  boolean hasToken() {
    return hasToken;
  }

  Shown shown() {
    return shown;
  }

  /**
   * Whether it has something to say: guests are customers without an account, and get no welcome; a
   * return whose goods have come back is not asked for.
   */
  boolean isDue(Notification notification) {
    return switch (this) {
      case CUSTOMER_CREATED -> notification.resource().getBoolean("has_account", false);
      case RETURN_REQUESTED -> !isReceived(notification);
      default -> true;
    };
  }

  private static boolean isReceived(Notification notification) {
    JsonArray returns = notification.resource().getJsonArray("returns");
    return returns != null
        && returns.stream()
            .map(JsonObject.class::cast)
            .filter(one ->
                Objects.equals(one.getString("id"), notification.data().getString("return_id")))
            .anyMatch(one -> one.getValue("received_at") != null);
  }

  /** Prefix of its texts: {@code order.placed.subject}. */
  String key() {
    return eventType;
  }
}
