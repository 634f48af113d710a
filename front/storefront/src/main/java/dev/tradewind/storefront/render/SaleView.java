package dev.tradewind.storefront.render;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.storefront.design.Language;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Cart or order as pages show it: line items, totals and addresses, with taxes, as shoppers pay
 * them.
 */
public record SaleView(JsonObject sale, String currency, Language text) {

  public static SaleView ofCart(JsonObject cart, Language text) {
    return new SaleView(cart, cart.getJsonObject("region").getString("currency_code"), text);
  }

  public static SaleView ofOrder(JsonObject order, Language text) {
    return new SaleView(order, order.getString("currency_code"), text);
  }

  private List<JsonObject> items() {
    return JsonArrays.objects(sale.getJsonArray("items"));
  }

  public List<Map<String, Object>> lines() {
    return items().stream()
        .map(item -> {
          Map<String, Object> line = new HashMap<>();
          line.put("id", item.getString("id"));
          line.put("title", item.getString("title"));
          line.put("description", item.getString("description"));
          line.put("image", item.getString("thumbnail"));
          line.put("quantity", item.getInteger("quantity"));
          line.put("returned", item.getInteger("returned_quantity"));
          line.put("isReturn", item.getBoolean("is_return", false));
          line.put("total", text.money(amount(item, "total"), currency));
          return line;
        })
        .toList();
  }

  /** Pairs of a name and an amount; the last but one is the total. */
  public List<Map<String, String>> totals() {
    long items = sum(item -> amount(item, "total"));
    long before = sum(item -> amount(item, "original_total"));
    long cards = amount(sale, "gift_card_total") + amount(sale, "gift_card_tax_total");
    List<Map<String, String>> rows = new ArrayList<>();
    rows.add(row("items", before));
    if (before > items) {
      rows.add(row("discount", items - before));
    }
    rows.add(row("shipping", amount(sale, "shipping_total") + amount(sale, "shipping_tax_total")));
    if (cards > 0) {
      rows.add(row("gift-cards", -cards));
    }
    rows.add(row("total", amount(sale, "total")));
    rows.add(row("tax", amount(sale, "tax_total")));
    return rows;
  }

  private Map<String, String> row(String name, long amount) {
    return Map.of(
        "key", name, "name", text.of("totals." + name), "amount", text.money(amount, currency));
  }

  public String total() {
    return text.money(amount(), currency);
  }

  /** Total in the smallest unit of the currency. */
  public long amount() {
    return amount(sale, "total");
  }

  /** Digest of all that a page of the sale shows: the same exactly while that is the same. */
  public String digest() {
    JsonArray shown =
        new JsonArray()
            .add(sale.getString("email"))
            .add(new JsonArray(address()))
            .add(new JsonArray(shipping()));
    lines().forEach(line -> shown.add(new JsonObject(new TreeMap<>(line))));
    totals().forEach(row -> shown.add(new JsonObject(new TreeMap<String, Object>(row))));
    return Sha256.of(shown.encode());
  }

  private long sum(ToLongFunction<JsonObject> amount) {
    return items().stream().mapToLong(amount).sum();
  }

  private static long amount(JsonObject object, String name) {
    Long amount = object.getLong(name);
    return amount == null ? 0 : amount;
  }

  public static int count(@Nullable JsonObject cart) {
    return cart == null
        ? 0
        : JsonArrays.objects(cart.getJsonArray("items")).stream()
            .mapToInt(item -> item.getInteger("quantity"))
            .sum();
  }

  /** Lines of the address that the goods are shipped to. */
  public List<String> address() {
    JsonObject address = sale.getJsonObject("shipping_address");
    return address == null ? List.of() : addressLines(address, text);
  }

  public static List<String> addressLines(JsonObject address, Language text) {
    String country = address.getString("country_code");
    return Stream.of(
            joined(address, "first_name", "last_name"),
            address.getString("company"),
            address.getString("address_1"),
            address.getString("address_2"),
            joined(address, "postal_code", "city"),
            address.getString("province"),
            country == null ? null : text.country(country))
        .filter(Objects::nonNull)
        .filter(line -> !line.isBlank())
        .toList();
  }

  public static String joined(JsonObject address, String first, String second) {
    return (Objects.requireNonNullElse(address.getString(first), "")
            + " "
            + Objects.requireNonNullElse(address.getString(second), ""))
        .strip();
  }

  /** Names of the chosen shipping methods. */
  public List<String> shipping() {
    return JsonArrays.objects(sale.getJsonArray("shipping_methods")).stream()
        .map(method -> method.getJsonObject("shipping_option"))
        .filter(Objects::nonNull)
        .map(option -> option.getString("name"))
        .toList();
  }
}
