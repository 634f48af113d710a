package dev.tradewind.email;

import dev.tradewind.spi.ShopBrand;
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
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Renderer of e-mails: templates of the shop's folder before the built-in ones, in HTML and as
 * plain text. Rendering blocks while a template is loaded for the first time.
 */
final class MailRenderer {

  private static final String ACCENT = "#27476e";
  private static final String ON_ACCENT = "#ffffff";

  private final EmailSettings settings;
  private final MailTexts texts;
  private final PebbleEngine engine;

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

  /**
   * @param brand of the shop, whose name is that of the sender where settings name none
   */
  Rendered render(Mail mail, Notification asked, ShopBrand brand) {
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
    String shop = settings.sender().or(brand.name()).label();
    OrderContent content = new OrderContent(mail, notification, words, locale);
    Map<String, Object> values = new HashMap<>();
    Object[] names = {name(mail, notification), content.amount(), inviter(notification), shop};
    values.put("locale", locale.toLanguageTag());
    values.put("shop", shop);
    values.put("accent", brand.accent() == null ? ACCENT : brand.accent());
    values.put("onAccent", brand.onAccent() == null ? ON_ACCENT : brand.onAccent());
    values.put("title", text(words, mail.key() + ".title", names));
    values.put("intro", text(words, mail.key() + ".intro", names));
    values.put("button", button(words, mail, names));
    values.put("link", link(mail, notification));
    values.put("why", why(notification));
    values.put("contact", text(words, "contact", new Object[] {settings.contact()}));
    values.put("footer", words.getOrDefault("footer", "").lines().toList());
    values.put("texts", words);
    values.put("data", notification.data().getMap());
    values.put("resource", notification.resource().getMap());
    values.put("lines", content.lines(settings.imageUrls()));
    values.put("totals", content.totals());
    values.put("pieces", content.pieces());
    values.put("parcels", content.parcels());
    values.put("facts", content.facts());
    values.put("address", content.address());
    values.put("card", content.card());
    return new Rendered(
        text(words, mail.key() + ".subject", names),
        filled(mail.template().fileName() + ".html", values, locale),
        filled(mail.template().fileName() + ".txt", values, locale));
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
  private static String name(Mail mail, Notification notification) {
    if (mail == Mail.RESTOCKED) {
      return product(notification).getString("title", "");
    }
    return String.valueOf(OrderContent.order(notification).getValue("display_id", ""));
  }

  /** Name of the user who invites; empty if it is not known. */
  private static String inviter(Notification notification) {
    return Objects.requireNonNullElse(notification.data().getString("invited_by"), "");
  }

  private static JsonObject product(Notification notification) {
    return notification.resource().getJsonObject("product", new JsonObject());
  }

  /**
   * Text with the number of the order or the title of the product, the amount, the name of the user
   * who invites and that of the shop; one for an absent amount or user is used without them.
   */
  private static String text(Map<String, String> words, String key, Object[] names) {
    String pattern = words.getOrDefault(key, "");
    for (int i = 0; i < names.length; i++) {
      String without = words.get(key + ".without");
      if (without != null && names[i].equals("") && pattern.contains("{" + i + "}")) {
        pattern = without;
      }
    }
    return new MessageFormat(pattern, Locale.ROOT).format(names);
  }

  /** Text of the link: of the kind of e-mail, or else of its template; empty without a link. */
  private static String button(Map<String, String> words, Mail mail, Object[] names) {
    String own = text(words, mail.key() + ".button", names);
    return own.isEmpty() ? text(words, mail.template().fileName() + ".button", names) : own;
  }

  private String link(Mail mail, Notification notification) {
    String token = notification.data().getString("token", "");
    return switch (mail) {
      case PASSWORD_RESET -> page(notification, "/account/reset-password", "token=" + token);
      case USER_PASSWORD_RESET -> settings.dashboardUrl() + "/reset-password?token=" + token;
      case RESTOCKED ->
          page(notification, "/products/" + product(notification).getString("handle", ""), "");
      case INVITE_CREATED -> settings.dashboardUrl() + "/invite?token=" + token;
      case CUSTOMER_CREATED -> page(notification, "/account", "");
      default -> page(notification, orderPath(notification), "");
    };
  }

  /** URL of the explanation of an order's totals; empty without an order. */
  private String why(Notification notification) {
    String order = orderPath(notification);
    return order.isEmpty() ? "" : page(notification, order + "/why", "");
  }

  /** Path of the page of the order; empty without one, as of a draft. */
  private static String orderPath(Notification notification) {
    String order = OrderContent.order(notification).getString("id", "");
    return order.startsWith("order_") ? "/orders/" + order : "";
  }

  /** URL of a page of the storefront, which opens it in the language of the recipient. */
  private String page(Notification notification, String path, String query) {
    String language =
        notification.language() == null
            ? ""
            : "language=" + URLEncoder.encode(notification.language(), StandardCharsets.UTF_8);
    String all = query.isEmpty() || language.isEmpty() ? query + language : query + "&" + language;
    return settings.storeUrl() + path + (all.isEmpty() ? "" : "?" + all);
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
