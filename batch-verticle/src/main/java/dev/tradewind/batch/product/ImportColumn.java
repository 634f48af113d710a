package dev.tradewind.batch.product;

import dev.tradewind.api.catalog.TextLimits;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Meaning of a column of an import file. */
public sealed interface ImportColumn {

  /** Header cell in the file. */
  String header();

  record OfProduct(ProductColumn field) implements ImportColumn {
    @Override
    public String header() {
      return field.header();
    }
  }

  record OfVariant(ProductColumn field) implements ImportColumn {
    @Override
    public String header() {
      return field.header();
    }
  }

  /**
   * Member of the metadata of a product or a variant, of those that staff keep or of the others.
   */
  record Metadata(String header, boolean isOfVariant, boolean isForStaff, String name)
      implements ImportColumn {}

  /** Price in the currency, or only in the region of that name. */
  record Price(String header, String currency, @Nullable String regionName)
      implements ImportColumn {}

  /** Property of the n-th element of a group. */
  record Numbered(String header, Group group, int number, String member) implements ImportColumn {

    /** Length of a cell, as requests of the API have it; an import ignores descriptions. */
    int maxLength() {
      return switch (group) {
        case OPTION ->
            member.equals("name")
                ? TextLimits.of("product_option", "title")
                : TextLimits.of("product_option_value", "value");
        case IMAGE -> TextLimits.of("image", member);
        case SALES_CHANNEL, CATEGORY ->
            member.equals("description") ? Integer.MAX_VALUE : TextLimits.DEFAULT;
      };
    }
  }

  /** Repeated part of a product. */
  enum Group {
    OPTION("Option (\\d{1,3}) (Name|Value)"),
    IMAGE("Image (\\d{1,3}) (Url)"),
    SALES_CHANNEL("Sales Channel (\\d{1,3}) (Id|Name|Description)"),
    CATEGORY("Product Category (\\d{1,3}) (Handle|Name|Description)");

    private final Pattern header;

    Group(String header) {
      this.header = Pattern.compile(header);
    }
  }

  Pattern METADATA = Pattern.compile("(Product|Variant) (Staff )?Metadata ([a-z][a-z0-9_]{0,31})");
  Pattern CURRENCY_PRICE = Pattern.compile("Price ([A-Z]{3})");
  Pattern REGION_PRICE = Pattern.compile("Price (.+) \\[([A-Z]{3})]");

  /** Column of that header; empty if it is unknown. */
  static Optional<ImportColumn> of(String header) {
    for (ProductColumn field : ProductColumn.PRODUCT) {
      if (field.header().equals(header)) {
        return Optional.of(new OfProduct(field));
      }
    }
    for (ProductColumn field : ProductColumn.VARIANT) {
      if (field.header().equals(header)) {
        return Optional.of(new OfVariant(field));
      }
    }
    Matcher metadata = METADATA.matcher(header);
    if (metadata.matches()) {
      return Optional.of(
          new Metadata(
              header,
              metadata.group(1).equals("Variant"),
              metadata.group(2) != null,
              metadata.group(3)));
    }
    Matcher region = REGION_PRICE.matcher(header);
    if (region.matches()) {
      return Optional.of(new Price(header, lower(region.group(2)), region.group(1)));
    }
    Matcher currency = CURRENCY_PRICE.matcher(header);
    if (currency.matches()) {
      return Optional.of(new Price(header, lower(currency.group(1)), null));
    }
    for (Group group : Group.values()) {
      Matcher numbered = group.header.matcher(header);
      if (numbered.matches()) {
        int number = Integer.parseInt(numbered.group(1));
        return Optional.of(new Numbered(header, group, number, lower(numbered.group(2))));
      }
    }
    return Optional.empty();
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
