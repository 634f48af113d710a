package dev.tradewind.order.model;

/** Types of the events of claims. */
public final class ClaimEvents {

  public static final String CREATED = "claim.created";
  public static final String UPDATED = "claim.updated";
  public static final String CANCELED = "claim.canceled";
  public static final String REFUND_PROCESSED = "claim.refund_processed";
  public static final String FULFILLMENT_CREATED = "claim.fulfillment_created";
  public static final String FULFILLMENT_CANCELED = "claim.fulfillment_canceled";
  public static final String SHIPMENT_CREATED = "claim.shipment_created";
  public static final String ITEM_CREATED = "claim_item.created";

  private ClaimEvents() {}
}
