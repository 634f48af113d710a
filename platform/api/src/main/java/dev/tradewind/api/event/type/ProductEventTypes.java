package dev.tradewind.api.event.type;

import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.PayloadSchema.Kind;
import java.util.List;

/** Event types of products, variants, collections and stock. */
final class ProductEventTypes {

  private static final PayloadSchema VARIANT_CREATED =
      PayloadSchema.of("VariantCreated", "A created variant.")
          .with("id", Kind.TEXT, "Variant id.")
          .with("product_id", Kind.TEXT, "Product id, also the partition key.");

  private static final PayloadSchema VARIANT_UPDATED =
      PayloadSchema.of("VariantUpdated", "An updated variant and its changed fields.")
          .with("id", Kind.TEXT, "Variant id.")
          .with("product_id", Kind.TEXT, "Product id, also the partition key.")
          .with("fields", Kind.TEXTS, "Names of the changed fields.");

  private static final PayloadSchema VARIANT_DELETED =
      PayloadSchema.of("VariantDeleted", "A deleted variant.")
          .with("id", Kind.TEXT, "Variant id.")
          .with("product_id", Kind.TEXT, "Product id, also the partition key.")
          .with("metadata", Kind.NULLABLE_OBJECT, "Metadata of the deleted variant.");

  private static final PayloadSchema COLLECTION_PRODUCTS =
      PayloadSchema.of("CollectionProducts", "Products that joined or left a collection.")
          .with("id", Kind.TEXT, "Collection id.")
          .with("productIds", Kind.TEXTS, "Product ids.");

  private static final PayloadSchema INVENTORY_CHANGED =
      PayloadSchema.of(
              "InventoryChanged",
              "The stock of a variant after an order took units of it or returned them.")
          .with("id", Kind.TEXT, "Variant id.")
          .with("quantity", Kind.INTEGER, "Units taken or returned.")
          .with("inventory_quantity", Kind.INTEGER, "Stock after the change.")
          .with("taker", Kind.TEXT, "Id of the order.");

  static final List<EventType> ALL =
      List.of(
          EventType.of(
              Topics.CATALOG, "product.created", "A product was created.", PayloadSchema.ID),
          EventType.of(
              Topics.CATALOG, "product.updated", "A product changed.", PayloadSchema.UPDATED),
          EventType.of(
              Topics.CATALOG, "product.deleted", "A product was deleted.", PayloadSchema.ID),
          EventType.of(
              Topics.CATALOG, "product-variant.created", "A variant was created.", VARIANT_CREATED),
          EventType.of(
              Topics.CATALOG,
              "product-variant.updated",
              "A variant changed, its stock included.",
              VARIANT_UPDATED),
          EventType.of(
              Topics.CATALOG, "product-variant.deleted", "A variant was deleted.", VARIANT_DELETED),
          EventType.of(
              Topics.COLLECTION,
              "product-category.created",
              "A product category was created.",
              PayloadSchema.ID),
          EventType.of(
              Topics.COLLECTION,
              "product-category.updated",
              "A product category changed; not those that made room for it.",
              PayloadSchema.ID),
          EventType.of(
              Topics.COLLECTION,
              "product-category.deleted",
              "A product category was deleted.",
              PayloadSchema.ID),
          EventType.of(
              Topics.COLLECTION,
              "product-collection.created",
              "A collection was created.",
              PayloadSchema.ID),
          EventType.of(
              Topics.COLLECTION,
              "product-collection.updated",
              "A collection changed.",
              PayloadSchema.ID),
          EventType.of(
              Topics.COLLECTION,
              "product-collection.deleted",
              "A collection was deleted.",
              PayloadSchema.ID),
          EventType.of(
              Topics.COLLECTION,
              "product-collection.products_added",
              "Products joined a collection.",
              COLLECTION_PRODUCTS),
          EventType.of(
              Topics.COLLECTION,
              "product-collection.products_removed",
              "Products left a collection.",
              COLLECTION_PRODUCTS),
          EventType.of(
              Topics.COLLECTION,
              "price-list.created",
              "A price list was created, with its prices.",
              PayloadSchema.ID),
          EventType.of(
              Topics.COLLECTION,
              "price-list.updated",
              "A price list, its prices or its customer groups changed: prices for shoppers may be"
                  + " others.",
              PayloadSchema.ID),
          EventType.of(
              Topics.COLLECTION,
              "price-list.deleted",
              "A price list was deleted with its prices.",
              PayloadSchema.ID),
          EventType.of(
              Topics.INVENTORY,
              "inventory.decremented",
              "An order took units of a variant.",
              INVENTORY_CHANGED),
          EventType.of(
              Topics.INVENTORY,
              "inventory.restored",
              "A canceled order returned units of a variant.",
              INVENTORY_CHANGED));

  private ProductEventTypes() {}
}
