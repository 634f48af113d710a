package dev.tradewind.launcher.node;

import dev.tradewind.api.event.Topics;

/** Topics of states of aggregates, with the verticles and tables that have these. */
public enum StateTopic {
  PRODUCTS(Topics.PRODUCT_STATE, VerticleType.CATALOG, "product"),
  CUSTOMERS(Topics.CUSTOMER_STATE, VerticleType.CUSTOMER, "customer"),
  ORDERS(Topics.ORDER_STATE, VerticleType.ORDER, "\"order\"");

  private final String topic;
  private final VerticleType verticle;
  private final String table;

  StateTopic(String topic, VerticleType verticle, String table) {
    this.topic = topic;
    this.verticle = verticle;
    this.table = table;
  }

  /** The name without the prefix. */
  public String topic() {
    return topic;
  }

  public VerticleType verticle() {
    return verticle;
  }

  /** Table with the columns {@code id} and {@code version}. */
  public String table() {
    return table;
  }
}
