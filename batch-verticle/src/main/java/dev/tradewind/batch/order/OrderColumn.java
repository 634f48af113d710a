package dev.tradewind.batch.order;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.json.JsonObject;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Group of columns of an order export, from one field or relation of the order. Amounts are in the
 * smallest unit of the currency.
 */
enum OrderColumn {
  ID("id", List.of("Order_ID"), order -> texts(order, "id")),
  DISPLAY_ID("display_id", List.of("Display_ID"), order -> texts(order, "display_id")),
  STATUS("status", List.of("Order status"), order -> texts(order, "status")),
  DATE("created_at", List.of("Date"), order -> List.of(date(order.getString("created_at")))),
  CUSTOMER(
      "customer",
      List.of("Customer First name", "Customer Last name", "Customer Email", "Customer ID"),
      order -> texts(order.getJsonObject("customer"), "first_name", "last_name", "email", "id")),
  SHIPPING_ADDRESS(
      "shipping_address",
      List.of(
          "Shipping Address 1",
          "Shipping Address 2",
          "Shipping Country Code",
          "Shipping City",
          "Shipping Postal Code",
          "Shipping Region ID"),
      order ->
          texts(
              address(order),
              "address_1",
              "address_2",
              "country_code",
              "city",
              "postal_code",
              "region_id")),
  FULFILLMENT_STATUS(
      "fulfillment_status",
      List.of("Fulfillment Status"),
      order -> texts(order, "fulfillment_status")),
  PAYMENT_STATUS(
      "payment_status", List.of("Payment Status"), order -> texts(order, "payment_status")),
  SUBTOTAL("subtotal", List.of("Subtotal"), order -> texts(order, "subtotal")),
  SHIPPING_TOTAL(
      "shipping_total", List.of("Shipping Total"), order -> texts(order, "shipping_total")),
  DISCOUNT_TOTAL(
      "discount_total", List.of("Discount Total"), order -> texts(order, "discount_total")),
  GIFT_CARD_TOTAL(
      "gift_card_total", List.of("Gift Card Total"), order -> texts(order, "gift_card_total")),
  REFUNDED_TOTAL(
      "refunded_total", List.of("Refunded Total"), order -> texts(order, "refunded_total")),
  TAX_TOTAL("tax_total", List.of("Tax Total"), order -> texts(order, "tax_total")),
  TOTAL("total", List.of("Total"), order -> texts(order, "total")),
  CURRENCY_CODE("currency_code", List.of("Currency Code"), order -> texts(order, "currency_code")),
  SALES_CHANNEL(
      "sales_channel",
      List.of("Sales channel name", "Sales channel description"),
      order -> texts(order.getJsonObject("sales_channel"), "name", "description"));

  /** Such as {@code Sun, 22 Nov 2026 10:00:00 GMT}. */
  private static final DateTimeFormatter DATE_FORMAT =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final String field;
  private final List<String> headers;
  private final Function<JsonObject, List<String>> cells;

  OrderColumn(String field, List<String> headers, Function<JsonObject, List<String>> cells) {
    this.field = field;
    this.headers = headers;
    this.cells = cells;
  }

  /** The columns of the selected fields and relations. */
  static List<OrderColumn> selected(Set<String> names) {
    return Arrays.stream(values()).filter(column -> names.contains(column.field)).toList();
  }

  List<String> headers() {
    return headers;
  }

  List<String> cells(JsonObject order) {
    return cells.apply(order);
  }

  private static JsonObject address(JsonObject order) {
    @Nullable JsonObject address = order.getJsonObject("shipping_address");
    return (address == null ? new JsonObject() : address.copy())
        .put("region_id", order.getString("region_id"));
  }

  private static List<String> texts(@Nullable JsonObject object, String... names) {
    return Arrays.stream(names)
        .map(name -> {
          Object value = object == null ? null : object.getValue(name);
          return value == null ? "" : value.toString();
        })
        .toList();
  }

  private static String date(String time) {
    return DATE_FORMAT.format(Timestamps.parse(time));
  }
}
