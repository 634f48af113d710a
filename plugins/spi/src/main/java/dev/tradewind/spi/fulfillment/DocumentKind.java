package dev.tradewind.spi.fulfillment;

/** Kind of documents that a fulfillment provider issues. */
public enum DocumentKind {
  FULFILLMENT,
  SHIPMENT,
  RETURN
}
