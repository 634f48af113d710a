package dev.tradewind.api.graph;

import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.kernel.resource.Columns;
import dev.tradewind.kernel.resource.RelatedQuery;
import dev.tradewind.kernel.resource.Relation;
import dev.tradewind.kernel.resource.Resource;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Published descriptors of the catalog's resources. */
public final class CatalogGraph {

  public static final Resource CURRENCY =
      published("currency", CatalogColumns.CURRENCY).key("code").build();

  public static final Resource COUNTRY =
      published("country", CatalogColumns.COUNTRY)
          .key("iso_2")
          .one("region", () -> CatalogGraph.REGION, "region_id")
          .build();

  public static final Resource PAYMENT_PROVIDER =
      published("payment_provider", CatalogColumns.PROVIDER).build();

  public static final Resource FULFILLMENT_PROVIDER =
      published("fulfillment_provider", CatalogColumns.PROVIDER).build();

  public static final Resource TAX_PROVIDER =
      published("tax_provider", CatalogColumns.PROVIDER).build();

  public static final Resource TAX_RATE =
      published("tax_rate", CatalogColumns.TAX_RATE)
          .one("region", () -> CatalogGraph.REGION, "region_id")
          .manyForStaff("products", () -> CatalogGraph.PRODUCT)
          .manyForStaff("product_types", () -> CatalogGraph.PRODUCT_TYPE)
          .manyForStaff("shipping_options", () -> CatalogGraph.SHIPPING_OPTION)
          .build();

  public static final Resource REGION =
      published("region", CatalogColumns.REGION)
          .one("currency", () -> CURRENCY, "currency_code")
          .many("countries", () -> COUNTRY)
          .many("payment_providers", () -> PAYMENT_PROVIDER)
          .many("fulfillment_providers", () -> FULFILLMENT_PROVIDER)
          .one("tax_provider", () -> TAX_PROVIDER, "tax_provider_id")
          .many("tax_rates", () -> TAX_RATE)
          .build();

  public static final Resource PRODUCT_TYPE =
      published("product_type", CatalogColumns.PRODUCT_TYPE).build();

  public static final Resource PRODUCT_TAG =
      published("product_tag", CatalogColumns.PRODUCT_TAG).build();

  public static final Resource PRODUCT_COLLECTION =
      published("product_collection", CatalogColumns.PRODUCT_COLLECTION)
          .manyForStaff("products", () -> CatalogGraph.PRODUCT)
          .build();

  public static final Resource IMAGE = published("image", CatalogColumns.IMAGE).build();

  public static final Resource CATEGORY =
      published("product_category", CatalogColumns.CATEGORY)
          .one("parent_category", () -> CatalogGraph.CATEGORY, "parent_category_id")
          .many("category_children", () -> CatalogGraph.CATEGORY)
          .manyForStaff("products", () -> CatalogGraph.PRODUCT)
          .build();

  public static final Resource OPTION =
      published("product_option", CatalogColumns.OPTION)
          .many("values", () -> CatalogGraph.OPTION_VALUE)
          .one("product", () -> CatalogGraph.PRODUCT, "product_id")
          .build();

  public static final Resource OPTION_VALUE =
      published("product_option_value", CatalogColumns.OPTION_VALUE)
          .one("option", () -> OPTION, "option_id")
          .one("variant", () -> CatalogGraph.VARIANT, "variant_id")
          .build();

  public static final Resource PRICE_LIST =
      published("price_list", CatalogColumns.PRICE_LIST)
          .manyForStaff("prices", () -> CatalogGraph.PRICE)
          .manyForStaff("customer_groups", () -> CustomerGraph.GROUP)
          .build();

  public static final Resource PRICE =
      published("money_amount", CatalogColumns.PRICE)
          .one("price_list", () -> PRICE_LIST, "price_list_id")
          .one("currency", () -> CURRENCY, "currency_code")
          .one("region", () -> REGION, "region_id")
          .one("variant", () -> CatalogGraph.VARIANT, "variant_id")
          .relation(variantsOfPrice())
          .build();

  public static final Resource VARIANT_INVENTORY_ITEM =
      published("product_variant_inventory_item", CatalogColumns.VARIANT_INVENTORY_ITEM).build();

  public static final Resource VARIANT =
      published("product_variant", CatalogColumns.VARIANT)
          .many("options", () -> OPTION_VALUE)
          .manyForStaff("prices", () -> PRICE)
          .one("product", () -> CatalogGraph.PRODUCT, "product_id")
          .many("inventory_items", () -> VARIANT_INVENTORY_ITEM)
          .build();

  public static final Resource SHIPPING_PROFILE =
      published("shipping_profile", CatalogColumns.SHIPPING_PROFILE)
          .manyForStaff("products", () -> CatalogGraph.PRODUCT)
          .manyForStaff("shipping_options", () -> CatalogGraph.SHIPPING_OPTION)
          .build();

  public static final Resource SHIPPING_REQUIREMENT =
      published("shipping_option_requirement", CatalogColumns.SHIPPING_REQUIREMENT).build();

  public static final Resource SHIPPING_OPTION =
      published("shipping_option", CatalogColumns.SHIPPING_OPTION)
          .many("requirements", () -> SHIPPING_REQUIREMENT)
          .one("profile", () -> SHIPPING_PROFILE, "profile_id")
          .one("region", () -> REGION, "region_id")
          .one("provider", () -> FULFILLMENT_PROVIDER, "provider_id")
          .build();

  public static final Resource SALES_CHANNEL_LOCATION =
      published("sales_channel_location", CatalogColumns.SALES_CHANNEL_LOCATION).build();

  public static final Resource SALES_CHANNEL =
      published("sales_channel", CatalogColumns.SALES_CHANNEL)
          .many("locations", () -> SALES_CHANNEL_LOCATION)
          .manyForStaff("products", () -> CatalogGraph.PRODUCT)
          .build();

  public static final Resource PRODUCT =
      published("product", CatalogColumns.PRODUCT)
          .one("collection", () -> PRODUCT_COLLECTION, "collection_id")
          .many("images", () -> IMAGE)
          .many("options", () -> OPTION)
          .many("profiles", () -> SHIPPING_PROFILE)
          .many("tags", () -> PRODUCT_TAG)
          .one("type", () -> PRODUCT_TYPE, "type_id")
          .many("variants", () -> VARIANT)
          .manyForStaff("sales_channels", () -> SALES_CHANNEL)
          .manyForStaff("categories", () -> CATEGORY)
          .computed("profile", "profiles", CatalogGraph::lastProfile)
          .computed("profile_id", "profiles", CatalogGraph::profileId)
          .build();

  private CatalogGraph() {}

  private static Resource.Builder published(String table, Columns columns) {
    return Resource.table(table).ownedBy(CatalogOperation.FIND_RELATED).columns(columns);
  }

  /** A price has one variant; on the wire it has a list of them too. */
  private static Relation variantsOfPrice() {
    Supplier<Resource> variant = () -> CatalogGraph.VARIANT;
    return Relation.remote("variants", variant, "variant_id", true, RelatedQuery.byKey(variant));
  }

  private static @Nullable Object profileId(JsonObject product) {
    JsonObject profile = lastProfile(product);
    return profile == null ? null : profile.getString("id");
  }

  /** Shipping profile of a product: the last of its profiles. */
  public static @Nullable JsonObject lastProfile(JsonObject product) {
    JsonArray profiles = product.getJsonArray("profiles");
    return profiles.isEmpty() ? null : profiles.getJsonObject(profiles.size() - 1);
  }
}
