package dev.tradewind.email;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import dev.tradewind.spi.ShopBrand;
import dev.tradewind.spi.notification.Notification;
import dev.tradewind.testing.NodeJs;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every e-mail in Chromium, wide and on a phone: nothing is cut off, nothing comes from elsewhere,
 * and people with screen readers can read it.
 */
class MailPicturesIT {

  private static final Path DOCUMENTED = Home.folder().resolve("docs/images/mails.png");

  private final MailRenderer renderer =
      new MailRenderer(
          new EmailSettings(
              "The Harbour <shop@example.com>",
              null,
              null,
              "en",
              "https://shop.example",
              "https://api.shop.example"));

  @Test
  void everyEmailIsShownWhole(@TempDir Path folder) throws Exception {
    NodeJs browser = NodeJs.installBrowser(folder);
    JsonArray mails =
        new JsonArray(
            Arrays.stream(Mail.values())
                .map(mail -> new JsonObject().put("name", mail.eventType()).put("html", html(mail)))
                .toList());
    Path file = folder.resolve("mails.json");
    Files.writeString(file, mails.encode());

    // With -Dtradewind.screenshots=true the picture of the documentation is renewed.
    Path picture =
        Boolean.getBoolean("tradewind.screenshots") ? DOCUMENTED : folder.resolve("mails.png");
    String printed = browser.runScript("mails.mjs", file.toString(), picture.toString());

    assertThat(printed).contains(Mail.values().length + " e-mails");
    assertThat(picture).isNotEmptyFile();
  }

  /** With a second line item, whose title needs two lines. */
  private String html(Mail mail) {
    Notification notification = EmailProviderIT.about(mail.eventType(), null);
    JsonObject order = notification.resource().put("paid_total", 10_290).put("total", 10_290);
    order
        .getJsonArray("items")
        .add(
            new JsonObject()
                .put("title", "Coffee Grinder with a Name That Needs a Second Line")
                .put("description", "Beech")
                .put("quantity", 1)
                .put("total", 4_900));
    return renderer.render(mail, notification, ShopBrand.UNKNOWN).html();
  }
}
