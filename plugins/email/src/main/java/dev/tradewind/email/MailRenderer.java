package dev.tradewind.email;

import dev.tradewind.spi.SaleTexts;
import dev.tradewind.spi.notification.Notification;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import io.pebbletemplates.pebble.loader.DelegatingLoader;
import io.pebbletemplates.pebble.loader.FileLoader;
import io.pebbletemplates.pebble.loader.Loader;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Renderer of e-mails: templates of the shop's folder before the built-in ones, in HTML and as
 * plain text. Rendering blocks while a template is loaded for the first time.
 */
final class MailRenderer {

  /** Totals that are subtracted. */
  private static final Set<String> REDUCTIONS = Set.of("discount_total", "gift_card_total");

  private final EmailSettings settings;
  private final MailTexts texts;
  private final PebbleEngine engine;

  /** Line item; its total as text. */
  private record Line(
      String title, @Nullable String description, @Nullable Integer quantity, String total) {}

  /** Amount of the order, as text. */
  private record Total(String name, String amount) {}

  /** Rendered e-mail. */
  record Rendered(String subject, String html, String text) {}

  MailRenderer(EmailSettings settings) {
    this.settings = settings;
    this.texts = new MailTexts(settings.templates(), settings.language());
    List<Loader<?>> loaders = new ArrayList<>();
    if (settings.templates() != null) {
      loaders.add(new FileLoader(settings.templates().toAbsolutePath().toString()));
    }
    ClasspathLoader builtIn = new ClasspathLoader(MailRenderer.class.getClassLoader());
    builtIn.setPrefix("mail");
    loaders.add(builtIn);
    this.engine =
        new PebbleEngine.Builder()
            .loader(new DelegatingLoader(loaders))
            .strictVariables(false)
            // The plain text keeps the lines of its template.
            .newLineTrimming(false)
            .build();
  }

  Rendered render(Mail mail, Notification asked) {
    Notification notification =
        new Notification(
            asked.eventType(),
            onOneLine(asked.data()),
            asked.recipient(),
            asked.language(),
            onOneLine(asked.resource()));
    Map<String, String> words = texts.in(notification.language());
    Locale locale =
        Locale.forLanguageTag(
            notification.language() == null ? settings.language() : notification.language());
    JsonObject order = order(notification);
    Map<String, Object> values = new HashMap<>();
    String name = name(mail, notification, order);
    values.put("locale", locale.toLanguageTag());
    values.put("shop", shop());
    values.put("title", text(words, mail.key() + ".title", name));
    values.put("intro", text(words, mail.key() + ".intro", name));
    values.put("button", button(words, mail, name));
    values.put("link", link(mail, notification));
    values.put("texts", words);
    values.put("data", notification.data().getMap());
    values.put("resource", notification.resource().getMap());
    values.put("lines", lines(order, locale));
    values.put("totals", totals(order, words, locale));
    values.put("address", address(order.getJsonObject("shipping_address")));
    values.put("card", card(notification.resource(), locale));
    return new Rendered(
        text(words, mail.key() + ".subject", name),
        filled(mail.template().fileName() + ".html", values, locale),
        filled(mail.template().fileName() + ".txt", values, locale));
  }

  private String shop() {
    Sender sender = settings.sender();
    return sender.name().isEmpty() ? sender.address() : sender.name();
  }

  /**
   * Data without line breaks in its texts: a name that its shopper wrote stays within its line, and
   * can add no paragraph of its own to a mail.
   */
  private static JsonObject onOneLine(JsonObject object) {
    JsonObject lines = new JsonObject();
    object.forEach(member -> lines.put(member.getKey(), valueOnOneLine(member.getValue())));
    return lines;
  }

  private static @Nullable Object valueOnOneLine(@Nullable Object value) {
    return switch (value) {
      case String text -> text.replaceAll("[\\p{Cc}\\u2028\\u2029]+", " ");
      case JsonObject object -> onOneLine(object);
      case JsonArray array -> {
        JsonArray lines = new JsonArray();
        array.forEach(element -> lines.add(valueOnOneLine(element)));
        yield lines;
      }
      case null, default -> value;
    };
  }

  /** Number of the order, or title of the restocked product, in the texts. */
  private static String name(Mail mail, Notification notification, JsonObject order) {
    if (mail == Mail.RESTOCKED) {
      return product(notification).getString("title", "");
    }
    return String.valueOf(order.getValue("display_id", ""));
  }

  private static JsonObject product(Notification notification) {
    return notification.resource().getJsonObject("product", new JsonObject());
  }

  private static String text(Map<String, String> words, String key, String name) {
    return new MessageFormat(words.getOrDefault(key, ""), Locale.ROOT).format(new Object[] {name});
  }

  /** Text of the link: of the kind of e-mail, or else of its template; empty without a link. */
  private static String button(Map<String, String> words, Mail mail, String name) {
    String own = text(words, mail.key() + ".button", name);
    return own.isEmpty() ? text(words, mail.template().fileName() + ".button", name) : own;
  }

  /** The order that the notification is about, or that its resource belongs to. */
  private static JsonObject order(Notification notification) {
    JsonObject resource = notification.resource();
    return resource.getValue("order") instanceof JsonObject order ? order : resource;
  }

  private String link(Mail mail, Notification notification) {
    String token = notification.data().getString("token", "");
    return switch (mail) {
      case PASSWORD_RESET -> settings.storeUrl() + "/account/reset-password?token=" + token;
      case USER_PASSWORD_RESET -> settings.dashboardUrl() + "/reset-password?token=" + token;
      case RESTOCKED ->
          settings.storeUrl() + "/products/" + product(notification).getString("handle", "");
      case INVITE_CREATED -> settings.dashboardUrl() + "/invite?token=" + token;
      default -> {
        String order = order(notification).getString("id", "");
        if (order.startsWith("order_")) {
          yield settings.storeUrl() + "/orders/" + order;
        }
        yield settings.storeUrl();
      }
    };
  }

  private static List<Line> lines(JsonObject order, Locale locale) {
    String currency = order.getString("currency_code", "");
    return order.getJsonArray("items", new JsonArray()).stream()
        .map(JsonObject.class::cast)
        .map(item ->
            new Line(
                item.getString("title", ""),
                item.getString("description", ""),
                item.getInteger("quantity", 0),
                money(item.getLong("total"), currency, locale)))
        .toList();
  }

  private static List<Total> totals(JsonObject order, Map<String, String> words, Locale locale) {
    String currency = order.getString("currency_code", "");
    List<Total> totals = new ArrayList<>();
    for (String name :
        List.of(
            "subtotal",
            "shipping_total",
            "discount_total",
            "gift_card_total",
            "tax_total",
            "refunded_total",
            "total")) {
      Long amount = order.getLong(name);
      if (amount != null && (amount != 0 || name.equals("total"))) {
        totals.add(
            new Total(
                words.getOrDefault(name, name),
                money(REDUCTIONS.contains(name) ? -amount : amount, currency, locale)));
      }
    }
    return totals;
  }

  private static List<String> address(@Nullable JsonObject address) {
    if (address == null) {
      return List.of();
    }
    return SaleTexts.addressLines(address, code -> code.toUpperCase(Locale.ROOT));
  }

  private static Map<String, String> card(JsonObject resource, Locale locale) {
    String currency =
        resource.getJsonObject("region", new JsonObject()).getString("currency_code", "");
    Long value = resource.getLong("value");
    if (value == null) {
      return Map.of();
    }
    return Map.of(
        "code", resource.getString("code", ""),
        "value", money(value, currency, locale));
  }

  /** Amount in the smallest unit of a currency, in the form of the language. */
  static String money(@Nullable Long amount, String code, Locale locale) {
    return amount == null || code.isEmpty() ? "" : new SaleTexts(locale).money(amount, code);
  }

  private String filled(String template, Map<String, Object> values, Locale locale) {
    StringWriter writer = new StringWriter();
    try {
      engine.getTemplate(template).evaluate(writer, values, locale);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return writer.toString();
  }
}
