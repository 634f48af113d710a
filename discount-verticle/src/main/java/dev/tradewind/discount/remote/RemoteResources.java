package dev.tradewind.discount.remote;

import static dev.tradewind.kernel.resource.Relation.embedded;

import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.api.customer.CustomerColumns;
import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.api.order.OrderColumns;
import dev.tradewind.kernel.resource.FetchContext;
import dev.tradewind.kernel.resource.Relation;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.read.RemoteRelation;

/**
 * Resource descriptors of other verticles, as shown within discounts and gift cards. The table
 * names are those of the owners.
 */
public final class RemoteResources {

  private static final Resource CURRENCY =
      Resource.table("currency").key("code").columns(CatalogColumns.CURRENCY).build();

  private static final Resource COUNTRY =
      Resource.table("country").columns(CatalogColumns.COUNTRY).build();

  private static final Resource PROVIDER =
      Resource.table("provider").columns(CatalogColumns.PROVIDER).build();

  private static final Resource TAX_RATE =
      Resource.table("tax_rate").columns(CatalogColumns.TAX_RATE).build();

  private static final Resource REGION =
      Resource.table("region")
          .columns(CatalogColumns.REGION)
          .relation(embedded("currency", () -> CURRENCY, false))
          .relation(embedded("countries", () -> COUNTRY, true))
          .relation(embedded("payment_providers", () -> PROVIDER, true))
          .relation(embedded("fulfillment_providers", () -> PROVIDER, true))
          .relation(embedded("tax_rates", () -> TAX_RATE, true))
          .build();

  private static final Resource ORDER = Resource.table("order").columns(OrderColumns.ORDER).build();

  private static final Resource PRODUCT_TYPE =
      Resource.table("product_type").columns(CatalogColumns.PRODUCT_TYPE).build();

  private static final Resource PRODUCT_TAG =
      Resource.table("product_tag").columns(CatalogColumns.PRODUCT_TAG).build();

  private static final Resource PRODUCT_COLLECTION =
      Resource.table("product_collection").columns(CatalogColumns.PRODUCT_COLLECTION).build();

  private static final Resource CUSTOMER_GROUP =
      Resource.table("customer_group").columns(CustomerColumns.CUSTOMER_GROUP).build();

  private static final Resource PRODUCT =
      Resource.table("product")
          .columns(CatalogColumns.PRODUCT)
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

  /** Region referred to by a column of the parent. */
  public static Relation region(String column) {
    return RemoteRelation.toOne(
        "region",
        () -> REGION,
        column,
        (reach, ids, columns) -> of(reach).findRegions(reach.context(), ids));
  }

  /** Regions linked to the parent by a table. */
  public static Relation regions(String links) {
    return RemoteRelation.linked(
        "regions",
        () -> REGION,
        links,
        (reach, ids, columns) -> of(reach).findRegions(reach.context(), ids));
  }

  /** Order referred to by a column of the parent. */
  public static Relation order(String column) {
    return RemoteRelation.toOne(
        "order",
        () -> ORDER,
        column,
        (reach, ids, columns) -> of(reach).findOrders(reach.context(), ids));
  }

  /** Resources of a condition of that type. */
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
