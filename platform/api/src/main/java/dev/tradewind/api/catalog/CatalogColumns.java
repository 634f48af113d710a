package dev.tradewind.api.catalog;

import dev.tradewind.kernel.resource.Columns;

/** Own columns of the catalog's resources, published for views, embedded documents and exports. */
public final class CatalogColumns {

  public static final Columns PRODUCT =
      Columns.softDeletedBase()
          .text("title", "subtitle", "description", "handle")
          .booleans("is_giftcard")
          .text("status", "thumbnail")
          .integers("weight", "length", "height", "width")
          .text("hs_code", "origin_country", "mid_code", "material", "collection_id", "type_id")
          .booleans("discountable")
          .text("external_id")
          .json("metadata");

  public static final Columns VARIANT =
      Columns.softDeletedBase()
          .text("title", "product_id", "sku", "barcode", "ean", "upc")
          .integers("variant_rank", "inventory_quantity")
          .booleans("allow_backorder", "manage_inventory")
          .text("hs_code", "origin_country", "mid_code", "material")
          .integers("weight", "length", "height", "width")
          .json("metadata");

  public static final Columns PRODUCT_TYPE =
      Columns.softDeletedBase().text("value").json("metadata");

  public static final Columns PRODUCT_TAG =
      Columns.softDeletedBase().text("value").json("metadata");

  public static final Columns PRODUCT_COLLECTION =
      Columns.softDeletedBase().text("title", "handle").json("metadata");

  public static final Columns PRICE_LIST =
      Columns.softDeletedBase()
          .text("name", "description", "type", "status")
          .timestamps("starts_at", "ends_at")
          .booleans("includes_tax");

  public static final Columns CURRENCY =
      Columns.none().text("code", "name", "symbol", "symbol_native").booleans("includes_tax");

  public static final Columns COUNTRY =
      Columns.none()
          .integers("id")
          .text("iso_2", "iso_3")
          .integers("num_code")
          .text("name", "display_name", "region_id");

  /** Common columns of payment, fulfillment and tax providers. */
  public static final Columns PROVIDER = Columns.none().text("id").booleans("is_installed");

  public static final Columns TAX_RATE =
      Columns.base().numbers("rate").text("code", "name", "region_id").json("metadata");

  public static final Columns REGION =
      Columns.softDeletedBase()
          .text("name", "currency_code")
          .numbers("tax_rate")
          .text("tax_code")
          .booleans("gift_cards_taxable", "automatic_taxes")
          .text("tax_provider_id")
          .json("metadata")
          .booleans("includes_tax");

  public static final Columns IMAGE = Columns.softDeletedBase().text("url").json("metadata");

  public static final Columns CATEGORY =
      Columns.base()
          .text("name", "description", "handle")
          .booleans("is_active", "is_internal")
          .integers("rank")
          .text("parent_category_id")
          .json("metadata");

  public static final Columns OPTION_VALUE =
      Columns.softDeletedBase().text("value", "option_id", "variant_id").json("metadata");

  public static final Columns OPTION =
      Columns.softDeletedBase().text("title", "product_id").json("metadata");

  public static final Columns PRICE =
      Columns.softDeletedBase()
          .text("currency_code")
          .bigints("amount")
          .integers("min_quantity", "max_quantity")
          .text("price_list_id", "region_id", "variant_id");

  public static final Columns SALES_CHANNEL =
      Columns.softDeletedBase()
          .text("name", "description")
          .booleans("is_disabled")
          .json("metadata");

  public static final Columns PUBLISHABLE_KEY =
      Columns.base().text("title", "created_by", "revoked_by").timestamps("revoked_at");

  public static final Columns SALES_CHANNEL_LOCATION =
      Columns.softDeletedBase().text("sales_channel_id", "location_id");

  public static final Columns SHIPPING_PROFILE =
      Columns.softDeletedBase().text("name", "type").json("metadata");

  public static final Columns SHIPPING_REQUIREMENT =
      Columns.none()
          .text("id", "shipping_option_id", "type")
          .bigints("amount")
          .timestamps("deleted_at");

  public static final Columns SHIPPING_OPTION =
      Columns.softDeletedBase()
          .text("name", "region_id", "profile_id", "provider_id", "price_type")
          .bigints("amount")
          .booleans("is_return", "admin_only")
          .json("data", "metadata")
          .booleans("includes_tax");

  public static final Columns STOCK_LOCATION =
      Columns.softDeletedBase().text("name", "address_id").json("metadata");

  public static final Columns STOCK_LOCATION_ADDRESS =
      Columns.softDeletedBase()
          .text(
              "address_1",
              "address_2",
              "company",
              "city",
              "country_code",
              "phone",
              "province",
              "postal_code")
          .json("metadata");

  public static final Columns INVENTORY_ITEM =
      Columns.softDeletedBase()
          .text("sku", "origin_country", "hs_code", "mid_code", "material")
          .integers("weight", "length", "height", "width")
          .booleans("requires_shipping")
          .text("description", "title", "thumbnail")
          .json("metadata");

  public static final Columns VARIANT_INVENTORY_ITEM =
      Columns.base().text("variant_id", "inventory_item_id").integers("required_quantity");

  public static final Columns INVENTORY_LEVEL =
      Columns.softDeletedBase()
          .text("inventory_item_id", "location_id")
          .bigints("stocked_quantity", "reserved_quantity", "incoming_quantity")
          .json("metadata")
          .bigints("available_quantity");

  public static final Columns RESERVATION =
      Columns.softDeletedBase()
          .text("line_item_id", "inventory_item_id", "location_id")
          .bigints("quantity")
          .text("external_id", "description", "created_by")
          .json("metadata");

  private CatalogColumns() {}
}
