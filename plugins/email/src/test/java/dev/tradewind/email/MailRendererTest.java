package dev.tradewind.email;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.notification.Notification;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    String money = MailRenderer.money(5_490L, currency, Locale.ENGLISH);

    assertThat(money.replaceAll("[^0-9.,]", "")).isEqualTo(number);
  }

  @ParameterizedTest
  @CsvSource({
    "en, Ana's Cup is available again, 'See the product: https://shop.example/products/anas-cup'",
    "de, Ana's Cup ist wieder da, 'Zum Produkt: https://shop.example/products/anas-cup'"
  })
  void aRestockedProductIsNamedAndLinked(String language, String subject, String link) {
    MailRenderer.Rendered mail =
        renderer()
            .render(
                Mail.RESTOCKED, EmailProviderIT.about("restock-notification.restocked", language));

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

    MailRenderer.Rendered mail = renderer().render(Mail.ORDER_PLACED, notification);

    assertThat(mail.text()).contains("Souza").doesNotContain("null");
  }

  private static MailRenderer renderer() {
    return new MailRenderer(
        new EmailSettings(
            "shop@example.com", null, "en", "https://shop.example", "https://api.example/app"));
  }
}
