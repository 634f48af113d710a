package dev.tradewind.email;

import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Kinds of e-mails by the type of the event that they are about. */
enum Mail {
  ORDER_PLACED("order.placed", Template.ORDER),
  ORDER_SHIPPED("order.shipment_created", Template.ORDER),
  ORDER_CANCELED("order.canceled", Template.ORDER),
  ORDER_REFUNDED("order.refund_created", Template.ORDER),
  RETURN_REQUESTED("order.return_requested", Template.ORDER),
  RETURN_RECEIVED("order.items_returned", Template.ORDER),
  SWAP_CREATED("swap.created", Template.ORDER),
  SWAP_RECEIVED("swap.received", Template.ORDER),
  SWAP_SHIPPED("swap.shipment_created", Template.ORDER),
  CLAIM_CREATED("claim.created", Template.ORDER),
  CLAIM_SHIPPED("claim.shipment_created", Template.ORDER),
  CLAIM_REFUNDED("claim.refund_processed", Template.ORDER),
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

  private final String eventType;
  private final Template template;
  private final boolean hasToken;

  Mail(String eventType, Template template) {
    this(eventType, template, false);
  }

  Mail(String eventType, Template template, boolean hasToken) {
    this.eventType = eventType;
    this.template = template;
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

  /** Guests are customers without an account, and get no welcome. */
  boolean isDue(JsonObject resource) {
    return this != CUSTOMER_CREATED || resource.getBoolean("has_account", false);
  }

  /** Prefix of its texts: {@code order.placed.subject}. */
  String key() {
    return eventType;
  }
}
