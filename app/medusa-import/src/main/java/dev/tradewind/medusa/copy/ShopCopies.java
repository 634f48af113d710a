package dev.tradewind.medusa.copy;

import java.util.List;
import java.util.stream.Stream;

/** Copies of everything beside the settings, in the order of their references. */
public final class ShopCopies {

  /** Tables whose rows become parts of documents. */
  public static final List<String> EMBEDDED =
      List.of(
          "address",
          "line_item",
          "line_item_adjustment",
          "line_item_tax_line",
          "shipping_method",
          "shipping_method_tax_line",
          "payment_session",
          "custom_shipping_option",
          "order_item_change");

  private ShopCopies() {}

  public static List<TableCopy> besideSettings(SourceSchema schema) {
    return Stream.of(
            CustomerCopies.all(),
            CatalogCopies.of(schema),
            DiscountCopies.all(),
            OrderCopies.of(schema))
        .flatMap(List::stream)
        .toList();
  }

  public static List<TableCopy> all(SourceSchema schema) {
    return Stream.of(SettingsCopies.of(schema), besideSettings(schema))
        .flatMap(List::stream)
        .toList();
  }
}
