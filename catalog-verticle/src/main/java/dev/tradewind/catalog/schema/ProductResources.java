package dev.tradewind.catalog.schema;

import static dev.tradewind.kernel.resource.Relation.linked;
import static dev.tradewind.kernel.resource.Relation.toMany;
import static dev.tradewind.kernel.resource.Relation.toOne;

import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.kernel.resource.Resource;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Resource descriptors of products, variants and their parts. */
public final class ProductResources {

  public static final Resource TYPE =
      Resource.table("product_type").columns(CatalogColumns.PRODUCT_TYPE).build();

  public static final Resource TAG =
      Resource.table("product_tag").columns(CatalogColumns.PRODUCT_TAG).build();

  public static final Resource IMAGE =
      Resource.table("image").columns(CatalogColumns.IMAGE).build();

  public static final Resource CATEGORY =
      Resource.table("product_category")
          .columns(CatalogColumns.CATEGORY)
          .relation(toOne("parent_category", () -> ProductResources.CATEGORY, "parent_category_id"))
          .relation(
              toMany(
                  "category_children",
                  () -> ProductResources.CATEGORY,
                  "parent_category_id",
                  "t.rank, t.id"))
          .relation(
              linked(
                      "products",
                      () -> ProductResources.PRODUCT,
                      "product_category_product",
                      "product_category_id",
                      "product_id",
                      "t.id")
                  .forStaff()
                  .cutWhenLarge())
          .build();

  public static final Resource OPTION_VALUE =
      Resource.table("product_option_value")
          .columns(CatalogColumns.OPTION_VALUE)
          .relation(toOne("option", () -> ProductResources.OPTION, "option_id"))
          .relation(toOne("variant", () -> ProductResources.VARIANT, "variant_id"))
          .build();

  public static final Resource OPTION =
      Resource.table("product_option")
          .columns(CatalogColumns.OPTION)
          .relation(toMany("values", () -> OPTION_VALUE, "option_id", "t.id"))
          .relation(toOne("product", () -> ProductResources.PRODUCT, "product_id"))
          .build();

  public static final Resource VARIANT_INVENTORY_ITEM =
      Resource.table("product_variant_inventory_item")
          .columns(CatalogColumns.VARIANT_INVENTORY_ITEM)
          .build();

  public static final Resource VARIANT =
      Resource.table("product_variant")
          .columns(CatalogColumns.VARIANT)
          .relation(toMany("options", () -> OPTION_VALUE, "variant_id", "t.option_id, t.id"))
          .relation(toMany("prices", () -> PriceResources.PRICE, "variant_id", "t.id"))
          .relation(toOne("product", () -> ProductResources.PRODUCT, "product_id"))
          .relation(toMany("inventory_items", () -> VARIANT_INVENTORY_ITEM, "variant_id", "t.id"))
          .build();

  public static final Resource PRODUCT =
      Resource.table("product")
          .columns(CatalogColumns.PRODUCT)
          .counted()
          .relation(toOne("collection", () -> CollectionResources.COLLECTION, "collection_id"))
          .relation(
              linked(
                  "images",
                  () -> IMAGE,
                  "product_image",
                  "product_id",
                  "image_id",
                  "link.rank, t.id"))
          .relation(toMany("options", () -> OPTION, "product_id", "t.id"))
          .relation(
              linked(
                  "profiles",
                  () -> ShippingOptionResources.PROFILE,
                  "product_shipping_profile",
                  "product_id",
                  "profile_id",
                  "t.id"))
          .relation(linked("tags", () -> TAG, "product_tagging", "product_id", "tag_id", "t.id"))
          .relation(toOne("type", () -> TYPE, "type_id"))
          .relation(toMany("variants", () -> VARIANT, "product_id", "t.variant_rank, t.id"))
          .relation(
              linked(
                  "sales_channels",
                  () -> SalesChannelResources.CHANNEL,
                  "product_sales_channel",
                  "product_id",
                  "sales_channel_id",
                  "t.id"))
          .relation(
              linked(
                  "categories",
                  () -> CATEGORY,
                  "product_category_product",
                  "product_id",
                  "product_category_id",
                  "t.rank, t.id"))
          .computed("profile", "profiles", ProductResources::lastProfile)
          .computed("profile_id", "profiles", ProductResources::profileId)
          .build();

  private ProductResources() {}

  private static @Nullable Object profileId(JsonObject product) {
    JsonObject profile = lastProfile(product);
    return profile == null ? null : profile.getString("id");
  }

  /** Shipping profile of a product: the last of its profiles. */
  static @Nullable public JsonObject lastProfile(JsonObject product) {
    JsonArray profiles = product.getJsonArray("profiles");
    return profiles.isEmpty() ? null : profiles.getJsonObject(profiles.size() - 1);
  }
}
