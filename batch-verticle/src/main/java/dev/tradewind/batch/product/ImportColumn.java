package dev.tradewind.batch.product;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a column of a file to import means. */
sealed interface ImportColumn {

  /** As the file calls it. */
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

  /** A price in the currency, or in the region of that name alone. */
  record Price(String header, String currency, @Nullable String regionName)
      implements ImportColumn {}

  /** Part of the n-th of several things. */
  record Numbered(String header, Group group, int number, String member) implements ImportColumn {}

  /** What a product has several of. */
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

  Pattern CURRENCY_PRICE = Pattern.compile("Price ([A-Z]{3})");
  Pattern REGION_PRICE = Pattern.compile("Price (.+) \\[([A-Z]{3})]");

  /** The column of that header, if there is such a column. */
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
