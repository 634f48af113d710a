package dev.tradewind.discount.neighbour;

import dev.tradewind.kernel.resource.RemoteRelation;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.model.discount.ConditionType;
import java.util.List;

/**
 * Describes what other verticles own as it is shown within discounts and gift cards: its own
 * fields, and what it refers to. The names of the tables are those of the owners.
 */
public final class NeighbourResources {

  private final Neighbours neighbours;
  private final Resource region;
  private final Resource order;
  private final Resource product;
  private final Resource productType;
  private final Resource productCollection;
  private final Resource productTag;
  private final Resource customerGroup;

  public NeighbourResources(Neighbours neighbours) {
    this.neighbours = neighbours;
    this.region =
        Resource.table("region")
            .softDeletedBase()
            .text("name", "currency_code")
            .numbers("tax_rate")
            .text("tax_code")
            .booleans("gift_cards_taxable", "automatic_taxes")
            .text("tax_provider_id")
            .json("metadata")
            .booleans("includes_tax")
            .build();
    this.order =
        Resource.table("order")
            .base()
            .text("status", "fulfillment_status", "payment_status")
            .bigints("display_id")
            .text("cart_id", "customer_id", "email", "region_id", "currency_code")
            .numbers("tax_rate")
            .text("draft_order_id")
            .timestamps("canceled_at")
            .json("metadata")
            .booleans("no_notification")
            .text("idempotency_key", "external_id", "sales_channel_id")
            .build();
    this.productType = label("product_type");
    this.productTag = label("product_tag");
    this.productCollection =
        Resource.table("product_collection")
            .softDeletedBase()
            .text("title", "handle")
            .json("metadata")
            .build();
    this.customerGroup =
        Resource.table("customer_group").softDeletedBase().text("name").json("metadata").build();
    this.product =
        Resource.table("product")
            .softDeletedBase()
            .text("title", "subtitle", "description", "handle")
            .booleans("is_giftcard")
            .text("status", "thumbnail")
            .integers("weight", "length", "height", "width")
            .text("hs_code", "origin_country", "mid_code", "material", "collection_id", "type_id")
            .booleans("discountable")
            .text("external_id")
            .json("metadata")
            .relation(
                RemoteRelation.toOne(
                    "collection",
                    this::collections,
                    "collection_id",
                    owner(ConditionType.PRODUCT_COLLECTIONS)))
            .relation(
                RemoteRelation.toOne(
                    "type", this::types, "type_id", owner(ConditionType.PRODUCT_TYPES)))
            .build();
  }

  private static Resource label(String table) {
    return Resource.table(table).softDeletedBase().text("value").json("metadata").build();
  }

  private Resource collections() {
    return productCollection;
  }

  private Resource types() {
    return productType;
  }

  public Resource region() {
    return region;
  }

  public Resource order() {
    return order;
  }

  public Resource of(ConditionType type) {
    return switch (type) {
      case PRODUCTS -> product;
      case PRODUCT_TYPES -> productType;
      case PRODUCT_COLLECTIONS -> productCollection;
      case PRODUCT_TAGS -> productTag;
      case CUSTOMER_GROUPS -> customerGroup;
    };
  }

  public RemoteRelation.Owner regionOwner() {
    return (context, ids, columns) -> neighbours.findRegions(context, ids);
  }

  public RemoteRelation.Owner orderOwner() {
    return (context, ids, columns) -> neighbours.findOrders(context, ids);
  }

  public RemoteRelation.Owner owner(ConditionType type) {
    return (context, ids, columns) ->
        neighbours.findResources(context, type, ids, List.copyOf(columns));
  }
}
