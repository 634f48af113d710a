package dev.tradewind.batch.product;

import dev.tradewind.api.catalog.TextLimits;
import java.util.List;

/**
 * Fixed column of every product file, with its field in the catalog.
 *
 * @param header of the column
 * @param name field of a product or a variant
 * @param maxLength of a text, in characters, as requests of the API have it
 */
record ProductColumn(String header, String name, Kind kind, int maxLength) {

  /** Type of the cells. */
  enum Kind {
    TEXT,
    INTEGER,
    /** Integer from 0 on. */
    SIZE,
    BOOLEAN,
    /** List of texts, separated by commas. */
    TEXTS,
    /** Export only; ignored by an import. */
    IGNORED
  }

  static final List<ProductColumn> PRODUCT =
      List.of(
          text("Product Id", "id"),
          text("Product Handle", "handle"),
          text("Product Title", "title"),
          text("Product Subtitle", "subtitle"),
          text("Product Description", "description"),
          text("Product Status", "status"),
          text("Product Thumbnail", "thumbnail"),
          size("Product Weight", "weight"),
          size("Product Length", "length"),
          size("Product Width", "width"),
          size("Product Height", "height"),
          text("Product HS Code", "hs_code"),
          text("Product Origin Country", "origin_country"),
          text("Product MID Code", "mid_code"),
          text("Product Material", "material"),
          ignored("Product Collection Title", "collection_title"),
          text("Product Collection Handle", "collection_handle"),
          text("Product Type", "type"),
          new ProductColumn("Product Tags", "tags", Kind.TEXTS, TextLimits.DEFAULT),
          new ProductColumn("Product Discountable", "discountable", Kind.BOOLEAN, 0),
          text("Product External Id", "external_id"),
          ignored("Product Profile Name", "profile_name"),
          ignored("Product Profile Type", "profile_type"));

  static final List<ProductColumn> VARIANT =
      List.of(
          text("Variant Id", "id"),
          text("Variant Title", "title"),
          text("Variant SKU", "sku"),
          text("Variant Barcode", "barcode"),
          integer("Variant Inventory Quantity", "inventory_quantity"),
          new ProductColumn("Variant Allow Backorder", "allow_backorder", Kind.BOOLEAN, 0),
          new ProductColumn("Variant Manage Inventory", "manage_inventory", Kind.BOOLEAN, 0),
          size("Variant Weight", "weight"),
          size("Variant Length", "length"),
          size("Variant Width", "width"),
          size("Variant Height", "height"),
          text("Variant HS Code", "hs_code"),
          text("Variant Origin Country", "origin_country"),
          text("Variant MID Code", "mid_code"),
          text("Variant Material", "material"));

  private static ProductColumn text(String header, String name) {
    String table = header.startsWith("Variant") ? "product_variant" : "product";
    return new ProductColumn(header, name, Kind.TEXT, TextLimits.of(table, name));
  }

  private static ProductColumn integer(String header, String name) {
    return new ProductColumn(header, name, Kind.INTEGER, 0);
  }

  private static ProductColumn size(String header, String name) {
    return new ProductColumn(header, name, Kind.SIZE, 0);
  }

  private static ProductColumn ignored(String header, String name) {
    return new ProductColumn(header, name, Kind.IGNORED, 0);
  }
}
