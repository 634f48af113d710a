package dev.tradewind.email;

import dev.tradewind.spi.OrderTimeline;
import dev.tradewind.spi.Parcel;
import dev.tradewind.spi.SaleAmounts;
import dev.tradewind.spi.SaleTexts;
import dev.tradewind.spi.notification.Notification;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Content of an e-mail about an order, as text in one language: the whole order with its sums, or
 * the pieces and parcels of the step that it is about.
 */
final class OrderContent {

  private final Mail mail;
  private final Notification notification;
  private final JsonObject order;
  private final Map<String, String> words;
  private final Locale locale;
  private final SaleTexts texts;
  private final OrderTimeline.@Nullable Step step;

  /**
   * Line item.
   *
   * @param total before discounts
   * @param image URL of its picture; empty without one
   */
  record Line(String title, String description, long quantity, String total, String image) {}

  /**
   * Row of the sums.
   *
   * @param key of its kind
   */
  record Total(String key, String name, String amount) {}

  /** Named fact about the order. */
  record Fact(String name, String value) {}

  OrderContent(Mail mail, Notification notification, Map<String, String> words, Locale locale) {
    this.mail = mail;
    this.notification = notification;
    this.order = order(notification);
    this.words = words;
    this.locale = locale;
    this.texts = new SaleTexts(locale);
    this.step = step();
  }

  /** The order that the notification is about, or that its resource belongs to. */
  static JsonObject order(Notification notification) {
    JsonObject resource = notification.resource();
    return resource.getValue("order") instanceof JsonObject order ? order : resource;
  }

  /** The last step of the part of the order that the event names. */
  private OrderTimeline.@Nullable Step step() {
    JsonObject data = notification.data();
    String back = part("return_order").getString("id");
    for (String id :
        new String[] {
          data.getString("fulfillment_id"),
          data.getString("return_id"),
          data.getString("refund_id"),
          mail == Mail.SWAP_RECEIVED ? back : data.getString("id")
        }) {
      if (id != null) {
        return OrderTimeline.of(order).stream()
            .filter(each -> each.id().equals(id))
            .reduce((former, later) -> later)
            .orElse(null);
      }
    }
    return null;
  }

  private JsonObject part(String name) {
    return notification.resource().getValue(name) instanceof JsonObject part
        ? part
        : new JsonObject();
  }

  List<Line> lines(String imageUrls) {
    return mail.shown() != Mail.Shown.SUMS
        ? List.of()
        : objects(order, "items").stream()
            .map(item ->
                new Line(
                    item.getString("title", ""),
                    Objects.requireNonNullElse(item.getString("description"), ""),
                    item.getLong("quantity", 0L),
                    money(SaleAmounts.before(item)),
                    image(item.getString("thumbnail"), imageUrls)))
            .toList();
  }

  /** The small form of an image that the shop serves; others would tell another server. */
  private static String image(@Nullable String url, String imageUrls) {
    return url != null && url.startsWith(imageUrls) ? url + "/320.jpg" : "";
  }

  List<Total> totals() {
    return mail.shown() != Mail.Shown.SUMS || order.getValue("total") == null
        ? List.of()
        : SaleAmounts.ofOrder(order).rows().stream()
            .map(row -> {
              String key = row.kind().key();
              return new Total(key, word("totals." + key), money(row.amount()));
            })
            .toList();
  }

  /** Amount that the e-mail is about; empty without one. */
  String amount() {
    if (step != null && step.amount() != null) {
      return money(step.amount());
    }
    if (mail == Mail.CLAIM_REFUNDED) {
      return objects(order, "claims").stream()
          .filter(claim -> claim.getString("id", "").equals(notification.data().getString("id")))
          .map(claim -> claim.getLong("refund_amount"))
          .filter(Objects::nonNull)
          .map(this::money)
          .findFirst()
          .orElse("");
    }
    return "";
  }

  /** Pieces of the step, as {@code 2 × Shirt, Blue}. */
  List<String> pieces() {
    return step == null || mail.shown() != Mail.Shown.STEP
        ? List.of()
        : step.pieces().stream().map(piece -> piece.quantity() + " × " + piece.name()).toList();
  }

  List<Parcel> parcels() {
    return step == null ? List.of() : step.parcels();
  }

  /** Day of the order, delivery and payment, as far as they are known. */
  List<Fact> facts() {
    if (order.getValue("display_id") == null) {
      return List.of();
    }
    List<Fact> facts = new ArrayList<>();
    facts.add(fact("order_number", order.getValue("display_id").toString()));
    if (order.getValue("created_at") instanceof String time) {
      facts.add(
          fact(
              "order_date",
              DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG)
                  .withLocale(locale)
                  .format(Instant.parse(time).atOffset(ZoneOffset.UTC))));
    }
    if (mail.shown() == Mail.Shown.SUMS) {
      for (JsonObject method : objects(order, "shipping_methods")) {
        if (method.getValue("shipping_option") instanceof JsonObject option) {
          facts.add(fact("delivery", option.getString("name", "")));
        }
      }
      objects(order, "payments").stream()
          .map(payment -> words.get("payment." + payment.getString("provider_id")))
          .filter(Objects::nonNull)
          .distinct()
          .forEach(name -> facts.add(fact("payment", name)));
    }
    return facts;
  }

  List<String> address() {
    JsonObject address = order.getJsonObject("shipping_address");
    return address == null || !isSent()
        ? List.of()
        : SaleTexts.addressLines(
            address,
            code -> Locale.of("", code.toUpperCase(Locale.ROOT)).getDisplayCountry(locale));
  }

  /** Whether the e-mail is about goods on their way to the address, or about all of the order. */
  private boolean isSent() {
    return mail.shown() == Mail.Shown.SUMS || notification.data().containsKey("fulfillment_id");
  }

  /** Code and value of the gift card that the e-mail is about. */
  Map<String, String> card() {
    JsonObject card = notification.resource();
    Long value = card.getLong("value");
    String currency = part("region").getString("currency_code", "");
    return value == null || currency.isEmpty()
        ? Map.of()
        : Map.of("code", card.getString("code", ""), "value", texts.money(value, currency));
  }

  private Fact fact(String name, String value) {
    return new Fact(word(name), value);
  }

  private String word(String key) {
    return words.getOrDefault(key, key);
  }

  private String money(long amount) {
    String currency = order.getString("currency_code", "");
    return currency.isEmpty() ? "" : texts.money(amount, currency);
  }

  private static List<JsonObject> objects(JsonObject owner, String name) {
    JsonArray all = owner.getJsonArray(name);
    return all == null ? List.of() : all.stream().map(JsonObject.class::cast).toList();
  }
}
