package dev.tradewind.email;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.SaleTexts;
import dev.tradewind.spi.ShopBrand;
import dev.tradewind.spi.notification.Notification;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class MailRendererTest {

  /** As the admin dashboard counts; ISO 4217 has three digits for the Iraqi dinar. */
  @ParameterizedTest
  @CsvSource({
    "eur, 54.90",
    "twd, 54.90",
    "jpy, '5,490'",
    "huf, 54.90",
    "COP, 54.90",
    "iqd, '5,490'",
    "kwd, 5.490",
    "lyd, 5.490"
  })
  void anAmountHasTheDigitsOfItsCurrency(String currency, String number) {
    String money = new SaleTexts(Locale.ENGLISH).money(5_490, currency);

    assertThat(money.replaceAll("[^0-9.,]", "")).isEqualTo(number);
  }

  @ParameterizedTest
  @CsvSource({
    "en, Ana's Cup is available again, 'See the product: https://shop.example/products/anas-cup?language=en'",
    "de, Ana's Cup ist wieder da, 'Zum Produkt: https://shop.example/products/anas-cup?language=de'"
  })
  void aRestockedProductIsNamedAndLinked(String language, String subject, String link) {
    MailRenderer.Rendered mail =
        renderer()
            .render(
                Mail.RESTOCKED,
                EmailProviderIT.about("restock-notification.restocked", language),
                ShopBrand.UNKNOWN);

    assertThat(mail.subject()).isEqualTo(subject);
    assertThat(mail.text()).contains(link);
    assertThat(mail.html()).contains("Ana&#39;s Cup");
  }

  /** Orders have all members of an address; those without a value are null. */
  @Test
  void anAddressShowsNoMembersWithoutAValue() {
    Notification notification = EmailProviderIT.about("order.placed", "en");
    notification
        .resource()
        .getJsonObject("shipping_address")
        .putNull("first_name")
        .putNull("postal_code")
        .putNull("country_code");

    MailRenderer.Rendered mail =
        renderer().render(Mail.ORDER_PLACED, notification, ShopBrand.UNKNOWN);

    assertThat(mail.text()).contains("Souza").doesNotContain("null");
  }

  private static Stream<Arguments> mailsInAllLanguages() {
    return Arrays.stream(Mail.values())
        .flatMap(mail -> Stream.of("en", "de").map(language -> Arguments.of(mail, language)));
  }

  @ParameterizedTest
  @MethodSource("mailsInAllLanguages")
  void theTextTellsWhatTheHtmlShows(Mail mail, String language) {
    MailRenderer.Rendered rendered =
        renderer()
            .render(mail, EmailProviderIT.about(mail.eventType(), language), ShopBrand.UNKNOWN);

    String text = plain(rendered.text());
    String body = rendered.html().substring(rendered.html().indexOf("<body"));
    assertThat(body.split("<[^>]+>"))
        .extracting(MailRendererTest::plain)
        .filteredOn(shown -> !shown.isEmpty())
        .allSatisfy(shown -> assertThat(text).contains(shown));
    assertThat(Pattern.compile("href=\"([^\"]+)\"").matcher(body).results())
        .isNotEmpty()
        .allSatisfy(link -> assertThat(text).contains(plain(link.group(1))));
    assertThat(rendered.subject() + text).doesNotContain("{", "null", "totals.", "payment.");
  }

  private static String plain(String html) {
    return html.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&#39;", "'")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
        .replaceAll("[\\s\u00a0\u202f]+", " ")
        .strip();
  }

  @ParameterizedTest
  @EnumSource
  void everyTextIsGerman(Mail mail) {
    MailTexts texts = new MailTexts(null, "en");
    Map<String, String> english = texts.in("en");
    Map<String, String> german = texts.in("de");

    for (String part : new String[] {"subject", "title", "intro"}) {
      assertThat(german.get(mail.key() + "." + part))
          .isNotBlank()
          .isNotEqualTo(english.get(mail.key() + "." + part));
    }
    assertThat(
            english.keySet().stream()
                .filter(key -> !key.startsWith("payment.stripe-") && !key.equals("footer"))
                .filter(key -> english.get(key).equals(german.get(key))))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "order.refund_created | Erstattung von 10,00 € für Ihre Bestellung 1042 | Nach Erstattung"
            + " bezahlt: 43,90 €",
        "order.shipment_created | Ihre Bestellung 1042 ist unterwegs | UPS 1Z999AA10123456784:"
            + " https://www.ups.com/track?tracknum=1Z999AA10123456784",
        "order.shipment_created | Ihre Bestellung 1042 ist unterwegs | 2 × Linen <Shirt>, Blue",
        "order.return_requested | Rücksendung zu Ihrer Bestellung 1042 | 1 × Linen <Shirt>, Blue",
        "order.placed | Ihre Bestellung 1042 | Versandart: Standard",
        "order.placed | Ihre Bestellung 1042 | Zahlungsart: Auf Rechnung",
        "order.placed | Ihre Bestellung 1042 | Portugal",
        "order.placed | Ihre Bestellung 1042 | Bestellt am: 22. November 2026",
        "invite.created | Einladung zu The Harbour | Grace Hopper lädt Sie ein, im Shop The"
            + " Harbour mitzuarbeiten.",
        "customer.created | Willkommen bei The Harbour | Zu Ihrem Konto:"
            + " https://shop.example/account?language=de",
        "claim.refund_processed | Erstattung von 12,00 € zu Ihrer Reklamation der Bestellung 1042"
            + " | Fragen? Schreiben Sie an shop@example.com."
      })
  void anEmailTellsWhatItIsAbout(String eventType, String subject, String shown) {
    MailRenderer.Rendered rendered =
        renderer()
            .render(
                Mail.about(eventType).orElseThrow(),
                EmailProviderIT.about(eventType, "de"),
                ShopBrand.UNKNOWN);

    assertThat(plain(rendered.subject())).isEqualTo(subject);
    assertThat(plain(rendered.text())).contains(shown);
  }

  @Test
  void aPictureComesFromTheShopAlone() {
    Notification notification = EmailProviderIT.about("order.placed", "en");
    JsonObject line = notification.resource().getJsonArray("items").getJsonObject(0);

    line.put("thumbnail", "https://api.example/files/abc");
    String own = renderer().render(Mail.ORDER_PLACED, notification, ShopBrand.UNKNOWN).html();
    line.put("thumbnail", "https://tracker.example/files/abc");
    String other = renderer().render(Mail.ORDER_PLACED, notification, ShopBrand.UNKNOWN).html();

    assertThat(own).contains("src=\"https://api.example/files/abc/320.jpg\"");
    assertThat(other).doesNotContain("tracker.example");
  }

  /** Without its own words, and without an amount or a name that is not known. */
  @ParameterizedTest
  @CsvSource({
    "invite.created, You are invited to work in the shop The Harbour.",
    "order.refund_created, A refund for order 1042 is on its way."
  })
  void anUnknownNameOrAmountIsLeftOut(String eventType, String shown) {
    Notification known = EmailProviderIT.about(eventType, "en");
    Notification unknown =
        new Notification(eventType, new JsonObject(), "a@b.co", "en", known.resource());

    assertThat(
            renderer()
                .render(Mail.about(eventType).orElseThrow(), unknown, ShopBrand.UNKNOWN)
                .text())
        .contains(shown);
  }

  @Test
  void theBrandOfTheShopIsShownWhereSettingsNameNone() {
    Notification placed = EmailProviderIT.about("order.placed", "en");
    ShopBrand brand = new ShopBrand("Quay & Sons", "#7a1f3d", "#fff8f0");

    String own = renderer("shop@example.com").render(Mail.ORDER_PLACED, placed, brand).html();
    String named = renderer().render(Mail.ORDER_PLACED, placed, brand).html();
    String unknown =
        renderer("shop@example.com").render(Mail.ORDER_PLACED, placed, ShopBrand.UNKNOWN).html();

    assertThat(own).contains("Quay &amp; Sons", "background:#7a1f3d;color:#fff8f0");
    assertThat(named).contains("The Harbour", "background:#7a1f3d").doesNotContain("Quay");
    assertThat(unknown).contains(">shop@example.com<", "background:#27476e;color:#ffffff");
  }

  private static MailRenderer renderer() {
    return renderer("The Harbour <shop@example.com>");
  }

  private static MailRenderer renderer(String from) {
    return new MailRenderer(
        new EmailSettings(from, null, null, "en", "https://shop.example", "https://api.example"));
  }
}
