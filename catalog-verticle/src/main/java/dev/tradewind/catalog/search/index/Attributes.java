package dev.tradewind.catalog.search.index;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of products in the index, by the names of the plugins for Medusa v1. A name with a dot
 * in the form of the API is another name of the same attribute.
 */
public final class Attributes {

  public static final String ID = "id";
  public static final String TITLE = "title";
  public static final String CREATED_AT = "created_at";

  /** Lowest calculated price of the variants for the caller, in the smallest unit. */
  public static final String PRICE = "price";

  /** The lowest price as storefronts show it: with taxes where the region shows them. */
  public static final String PRICE_INCL_TAX = "price_incl_tax";

  /** Whether a variant can be bought in the caller's sales channels. */
  public static final String AVAILABLE = "available";

  /** CatalogNames of the categories of a product, and of those above them. */
  public static final String CATEGORIES = "categories";

  /** Beginning of the attribute of a product option, which its title follows. */
  public static final String OPTION = "options.";

  /** Beginning of the attribute of a member of the metadata of products and variants. */
  public static final String METADATA = "metadata.";

  /** Attributes with text, the most important first. */
  public static final List<String> SEARCHABLE =
      List.of(
          TITLE,
          "subtitle",
          "variant_sku",
          "collection_title",
          "type_value",
          "tags_value",
          "categories",
          "variant_options_value",
          "variant_title",
          "material",
          "handle",
          "variant_code",
          "description");

  /** Attributes of a product that the index has as the list shows them, in their order. */
  static final List<String> OWN =
      List.of(
          TITLE,
          "subtitle",
          "description",
          "handle",
          "thumbnail",
          "material",
          "origin_country",
          "is_giftcard",
          "collection_id",
          "type_id");

  /** Attributes that hits show without their products. */
  public static final Set<String> SHOWN =
      Set.copyOf(
          Stream.concat(
                  OWN.stream(),
                  Stream.of(
                      ID,
                      PRICE,
                      AVAILABLE,
                      CATEGORIES,
                      "type_value",
                      "collection_title",
                      "collection_handle",
                      "tags_value",
                      "variant_sku",
                      "variant_title"))
              .toList());

  /** Levels of categories with an attribute of their own. */
  public static final int MAX_LEVELS = 10;

  private static final String LEVEL = "categories.lvl";

  /** Attributes whose values are counted; those of options beside them. */
  static final List<String> COUNTED =
      List.of(
          "collection_title",
          "collection_handle",
          "collection_id",
          "type_value",
          "type_id",
          "tags_value",
          "categories",
          "category_id",
          "material",
          "origin_country",
          "is_giftcard",
          "variant_options_value");

  /** Name of the facets that staff have chosen. */
  public static final String CHOSEN = "*";

  /** Name of the options of all products as facets. */
  private static final String OPTIONS = OPTION + "*";

  /** Facets of a shop that has chosen none. */
  public static final List<String> DEFAULT_FACETS =
      List.of(
          AVAILABLE,
          PRICE,
          CATEGORIES,
          "collection_title",
          "type_value",
          "tags_value",
          "material",
          OPTIONS);

  /** Attributes that are filtered by, but not counted: each product has others. */
  private static final Set<String> IDENTIFYING =
      Set.of(ID, TITLE, "handle", "variant_sku", "variant_code", "variant_title", "variant_id");

  private static final Map<String, String> OTHER_NAMES =
      Map.ofEntries(
          Map.entry("collection", "collection_title"),
          Map.entry("collection.title", "collection_title"),
          Map.entry("collection.handle", "collection_handle"),
          Map.entry("collection.id", "collection_id"),
          Map.entry("type", "type_value"),
          Map.entry("type.value", "type_value"),
          Map.entry("type.id", "type_id"),
          Map.entry("tags", "tags_value"),
          Map.entry("tags.value", "tags_value"),
          Map.entry("categories.name", "categories"),
          Map.entry("categories.id", "category_id"),
          Map.entry("variants.id", "variant_id"),
          Map.entry("variants.sku", "variant_sku"),
          Map.entry("variants.title", "variant_title"),
          Map.entry("variants.options.value", "variant_options_value"),
          Map.entry("variants.prices.amount", PRICE),
          Map.entry("variants.calculated_price", PRICE),
          Map.entry("variants.calculated_price_incl_tax", PRICE_INCL_TAX));

  private Attributes() {}

  /** The attribute of that name or other name; null if there is none that can be filtered by. */
  public static @Nullable String filterable(String name) {
    String attribute = OTHER_NAMES.getOrDefault(name, name);
    boolean isKnown =
        IDENTIFYING.contains(attribute)
            || attribute.equals(CREATED_AT)
            || countable(attribute) != null;
    return isKnown ? attribute : null;
  }

  /** The attribute of that name or other name; null if there is none that can be counted. */
  public static @Nullable String countable(String name) {
    String attribute = OTHER_NAMES.getOrDefault(name, name);
    boolean isKnown =
        COUNTED.contains(attribute)
            || isPrice(attribute)
            || attribute.equals(AVAILABLE)
            || isLevel(attribute)
            || isOfFamily(attribute);
    return isKnown ? attribute : null;
  }

  /**
   * The attribute of a facet, which is {@link #OPTION} for the options of all products; null if
   * there is none that can be counted.
   */
  public static @Nullable String facet(String name) {
    return name.equals(OPTIONS) ? OPTION : countable(name);
  }

  /** Whether it is a price of the caller, in the smallest unit. */
  public static boolean isPrice(String attribute) {
    return attribute.equals(PRICE) || attribute.equals(PRICE_INCL_TAX);
  }

  private static boolean isOfFamily(String attribute) {
    String family = family(attribute);
    return family != null && attribute.length() > family.length();
  }

  /** Beginning of the attribute if a product may have any of that beginning; null for others. */
  static @Nullable String family(String attribute) {
    return Stream.of(OPTION, METADATA).filter(attribute::startsWith).findFirst().orElse(null);
  }

  /** The attribute of that name or other name; null if there is none that can be sorted by. */
  public static @Nullable String sortable(String name) {
    String attribute = OTHER_NAMES.getOrDefault(name, name);
    return isPrice(attribute) || attribute.equals(CREATED_AT) || attribute.equals(TITLE)
        ? attribute
        : null;
  }

  /** The attribute with text of that name or other name; null if there is none. */
  public static @Nullable String searchable(String name) {
    String attribute = OTHER_NAMES.getOrDefault(name, name);
    return SEARCHABLE.contains(attribute) ? attribute : null;
  }

  /** CatalogNames for the message about another one. */
  public static String filterableNames() {
    Set<String> names = countedNames();
    names.addAll(IDENTIFYING);
    names.add(CREATED_AT);
    return String.join(", ", names);
  }

  /** Names of facets for the message about another one. */
  public static String facetNames() {
    Set<String> names = countedNames();
    names.add(OPTIONS);
    return String.join(", ", names);
  }

  private static Set<String> countedNames() {
    Set<String> names = new TreeSet<>(COUNTED);
    names.addAll(
        List.of(
            PRICE, PRICE_INCL_TAX, AVAILABLE, level(0), OPTION + "<title>", METADATA + "<name>"));
    return names;
  }

  /** Attribute of the names of a level of categories, from the top. */
  static String level(int level) {
    return LEVEL + level;
  }

  private static boolean isLevel(String attribute) {
    return attribute.length() == LEVEL.length() + 1
        && attribute.startsWith(LEVEL)
        && Character.isDigit(attribute.charAt(LEVEL.length()));
  }
}
