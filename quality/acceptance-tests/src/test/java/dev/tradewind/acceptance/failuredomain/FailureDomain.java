package dev.tradewind.acceptance.failuredomain;

import java.util.Locale;

/** Part of a shop that fails alone: a verticle, Kafka or a service of others. */
enum FailureDomain {
  CATALOG,
  CUSTOMER,
  DISCOUNT,
  CART,
  ORDER,
  BATCH,
  WEBHOOK,
  KAFKA("Kafka"),
  MAIL,
  STRIPE("Stripe"),
  S3("S3");

  private final String title;

  FailureDomain(String title) {
    this.title = title;
  }

  FailureDomain() {
    this.title = name().toLowerCase(Locale.ROOT);
  }

  /** Heading of its column in the table. */
  String title() {
    return title;
  }

  /** Whether it is a verticle, whose node is called as it is. */
  boolean isVerticle() {
    return compareTo(KAFKA) < 0;
  }
}
