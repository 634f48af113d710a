package dev.tradewind.discount.remote;

import static dev.tradewind.kernel.resource.read.Relation.embedded;

import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.read.FetchContext;
import dev.tradewind.kernel.resource.read.Relation;
import dev.tradewind.kernel.resource.read.RemoteRelation;

/**
 * Describes what other verticles own as it is shown within discounts and gift cards. The names of
 * the tables are those of the owners.
 */
public final class RemoteResources {

  private static final Resource CURRENCY =
      Resource.table("currency")
          .key("code")
          .text("code", "name", "symbol", "symbol_native")
          .booleans("includes_tax")
          .build();

  private static final Resource COUNTRY =
      Resource.table("country")
          .integers("id")
          .text("iso_2", "iso_3")
          .integers("num_code")
          .text("name", "display_name", "region_id")
          .build();

  private static final Resource PROVIDER =
      Resource.table("provider").text("id").booleans("is_installed").build();

  private static final Resource TAX_RATE =
      Resource.table("tax_rate")
          .base()
          .numbers("rate")
          .text("code", "name", "region_id")
          .json("metadata")
          .build();

  private static final Resource REGION =
      Resource.table("region")
          .softDeletedBase()
          .text("name", "currency_code")
          .numbers("tax_rate")
          .text("tax_code")
          .booleans("gift_cards_taxable", "automatic_taxes")
          .text("tax_provider_id")
          .json("metadata")
          .booleans("includes_tax")
          .relation(embedded("currency", () -> CURRENCY, false))
          .relation(embedded("countries", () -> COUNTRY, true))
          .relation(embedded("payment_providers", () -> PROVIDER, true))
          .relation(embedded("fulfillment_providers", () -> PROVIDER, true))
          .relation(embedded("tax_rates", () -> TAX_RATE, true))
          .build();

  private static final Resource ORDER =
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

  private static final Resource PRODUCT_TYPE = label("product_type");
  private static final Resource PRODUCT_TAG = label("product_tag");

  private static final Resource PRODUCT_COLLECTION =
      Resource.table("product_collection")
          .softDeletedBase()
          .text("title", "handle")
          .json("metadata")
          .build();

  private static final Resource CUSTOMER_GROUP =
      Resource.table("customer_group").softDeletedBase().text("name").json("metadata").build();

  private static final Resource PRODUCT =
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
                  () -> PRODUCT_COLLECTION,
                  "collection_id",
                  owner(ConditionType.PRODUCT_COLLECTIONS)))
          .relation(
              RemoteRelation.toOne(
                  "type", () -> PRODUCT_TYPE, "type_id", owner(ConditionType.PRODUCT_TYPES)))
          .build();

  private RemoteResources() {}

  private static Resource label(String table) {
    return Resource.table(table).softDeletedBase().text("value").json("metadata").build();
  }

  /** The region that a column of the parent refers to. */
  public static Relation region(String column) {
    return RemoteRelation.toOne(
        "region",
        () -> REGION,
        column,
        (reach, ids, columns) -> of(reach).findRegions(reach.context(), ids));
  }

  /** The regions that a table links to the parent. */
  public static Relation regions(String links) {
    return RemoteRelation.linked(
        "regions",
        () -> REGION,
        links,
        (reach, ids, columns) -> of(reach).findRegions(reach.context(), ids));
  }

  /** The order that a column of the parent refers to. */
  public static Relation order(String column) {
    return RemoteRelation.toOne(
        "order",
        () -> ORDER,
        column,
        (reach, ids, columns) -> of(reach).findOrders(reach.context(), ids));
  }

  /** What a condition of that type names. */
  public static Relation resources(ConditionType type, String links) {
    return RemoteRelation.linked(type.wireName(), () -> resource(type), links, owner(type));
  }

  private static Resource resource(ConditionType type) {
    return switch (type) {
      case PRODUCTS -> PRODUCT;
      case PRODUCT_TYPES -> PRODUCT_TYPE;
      case PRODUCT_COLLECTIONS -> PRODUCT_COLLECTION;
      case PRODUCT_TAGS -> PRODUCT_TAG;
      case CUSTOMER_GROUPS -> CUSTOMER_GROUP;
    };
  }

  private static RemoteRelation.Owner owner(ConditionType type) {
    return (reach, ids, columns) -> of(reach).findResources(reach.context(), type, ids, columns);
  }

  private static RemoteReferences of(FetchContext reach) {
    return new RemoteReferences(reach.bus());
  }
}
