package dev.tradewind.acceptance.clients;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Eventually.value;
import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.NodeJs;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonObject;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Purchase of a German company in {@code start --demo harbour} in Chromium, the work of staff after
 * it, and the e-mails about it: one language and the same amounts everywhere.
 */
class GermanBuyerIT {

  private static final String BUYER = "kaethe@reederei.example";
  private static final String PARCEL = "00340434161094042557";

  @TempDir private static Path folder;
  private static GreenMail mail;
  private static NodeProcess node;
  private static String shop;
  private static StaffClient staff;

  @BeforeAll
  static void start() {
    mail = new GreenMail(ServerSetup.SMTP.dynamicPort());
    mail.start();
    String port = Integer.toString(FreePorts.find());
    shop = "http://localhost:" + port;
    Map<String, String> settings = new HashMap<>();
    settings.put("TRADEWIND_DATABASE_URL", Shop.migratedDatabase().url());
    settings.put("TRADEWIND_KAFKA_BOOTSTRAP", TestKafka.bootstrapServers());
    settings.put("TRADEWIND_CLUSTER_NAME", "buyer-" + Ids.ulid());
    settings.put("TRADEWIND_CLUSTER_PORT", Integer.toString(FreePorts.find()));
    settings.put("TRADEWIND_HTTP_PORT", port);
    settings.put("TRADEWIND_MANAGEMENT_PORT", "0");
    settings.put("TRADEWIND_DATA_DIR", folder.resolve("data").toString());
    settings.put("TRADEWIND_SMTP_URL", "smtp://127.0.0.1:" + mail.getSmtp().getPort());
    settings.put("TRADEWIND_MAIL_FROM", "shop@example.com");
    settings.put("TRADEWIND_MAIL_STORE_URL", shop);
    node = NodeProcess.start(List.of(), settings, "--demo", "harbour");
    node.awaitServing();
    Storefront http = new Storefront(shop);
    JsonObject admin =
        new JsonObject().put("email", "admin@tradewind.test").put("password", "supersecret");
    staff =
        new StaffClient(
            http, new String[] {"authorization", http.bearer("/admin/auth/token", admin)});
  }

  @AfterAll
  static void stop() {
    node.close();
    mail.stop();
  }

  @Test
  void pagesAndMailsOfAPurchaseAreGermanAndAgree() throws Exception {
    NodeJs browser = NodeJs.installBrowser(folder.resolve("browser"));
    Path output = folder.resolve("buyer.txt");
    Files.createFile(output);
    Process buyer = browser.startScript(Map.of(), output, "buyer.mjs", shop, BUYER);
    try {
      JsonObject placed = printed("placed", output, buyer);
      Mail confirmation = received("Vielen Dank für Ihre Bestellung");
      workOn(placed.getString("path").replace("/de/orders/", ""));
      JsonObject refunded = printed("refunded", output, buyer);
      Mail shipment = received("Ihre Bestellung ist unterwegs");
      Mail refund = received("Wir haben Ihnen Geld erstattet");

      assertThat(texts(placed, "steps")).containsExactly("Bestellt");
      assertThat(texts(refunded, "steps"))
          .containsExactly(
              "Bestellt",
              "Bezahlt 1.894,90\u00a0€",
              "Verpackt",
              "Versandt",
              "Erstattet 189,00\u00a0€");
      assertThat(texts(refunded, "parcels")).containsExactly("DHL " + PARCEL);
      assertThat(texts(refunded, "rows")).contains("Erstattet: -189,00\u00a0€");

      String number = placed.getString("title").replace("Bestellung #", "");
      assertThat(confirmation.subject()).isEqualTo("Ihre Bestellung " + number);
      assertThat(refund.subject())
          .isEqualTo("Erstattung von 189,00\u00a0€ für Ihre Bestellung " + number);
      assertThat(confirmation.text())
          .contains("Reederei Brüggemann GmbH", "20457 Hamburg", "Versandart: Standardversand")
          .contains("Zahlungsart: Auf Rechnung");
      assertThat(shipment.text()).contains("Sendungsverfolgung:\nDHL " + PARCEL);
      assertThat(confirmation.rows()).isEqualTo(texts(placed, "rows"));
      assertThat(refund.rows()).isEqualTo(texts(refunded, "rows"));
      for (Mail each : List.of(confirmation, shipment, refund)) {
        assertThat(each.html().select("html").attr("lang")).isEqualTo("de");
        assertThat(each.text()).contains("Bestellung ansehen: " + each.link());
        assertOpensThePage(each.link(), refunded);
      }
    } finally {
      buyer.destroy();
      buyer.waitFor();
    }
  }

  /** Order as the script prints it at a moment. */
  private static JsonObject printed(String moment, Path output, Process script) {
    String line =
        value(
            () -> {
              boolean isRunning = script.isAlive();
              String printed = Files.readString(output);
              String found =
                  printed
                      .lines()
                      .filter(each -> each.startsWith(moment + " {") && each.endsWith("}"))
                      .findFirst()
                      .orElse("");
              if (found.isEmpty() && !isRunning) {
                throw new AssertionError("The script has ended:\n" + printed);
              }
              return found;
            },
            found -> !found.isEmpty());
    return new JsonObject(line.substring(moment.length()));
  }

  private static List<String> texts(JsonObject shown, String member) {
    return shown.getJsonArray(member).stream().map(String.class::cast).toList();
  }

  /** Captures, packs, ships, and refunds a part. */
  private static void workOn(String order) {
    String path = "/admin/orders/" + order;
    String line =
        staff
            .post(path + "/capture", "")
            .getJsonObject("order")
            .getJsonArray("items")
            .getJsonObject(0)
            .getString("id");
    String fulfillment =
        staff
            .post(path + "/fulfillment", "{'items': [{'item_id': '%s', 'quantity': 1}]}", line)
            .getJsonObject("order")
            .getJsonArray("fulfillments")
            .getJsonObject(0)
            .getString("id");
    staff.post(
        path + "/shipment",
        "{'fulfillment_id': '%s', 'tracking_numbers': ['%s']}",
        fulfillment,
        PARCEL);
    staff.post(path + "/refund", "{'amount': 18900, 'reason': 'discount', 'note': ''}");
  }

  private static void assertOpensThePage(String link, JsonObject shown) throws IOException {
    Document page = Jsoup.connect(link).timeout((int) LIMIT.toMillis()).get();
    assertThat(page.location()).startsWith(shop + shown.getString("path"));
    assertThat(page.select("html").attr("lang")).isEqualTo("de");
    assertThat(page.select("h1").text()).isEqualTo(shown.getString("title"));
    assertThat(rows(page.select(".totals div"))).isEqualTo(texts(shown, "rows"));
  }

  private static List<String> rows(List<Element> rows) {
    return rows.stream()
        .map(row -> row.child(0).wholeText().strip() + ": " + row.child(1).wholeText().strip())
        .toList();
  }

  private static Mail received(String title) {
    until(() -> mails().anyMatch(each -> each.title().equals(title)), node::output);
    return mails().filter(each -> each.title().equals(title)).findFirst().orElseThrow();
  }

  private static Stream<Mail> mails() {
    return Stream.of(mail.getReceivedMessages())
        .map(Mail::of)
        .filter(each -> each.to().equals(BUYER));
  }

  private record Mail(String to, String subject, String text, Document html) {

    static Mail of(MimeMessage message) {
      try {
        MimeMultipart parts = (MimeMultipart) message.getContent();
        return new Mail(
            message.getRecipients(RecipientType.TO)[0].toString(),
            message.getSubject(),
            parts.getBodyPart(0).getContent().toString().replace("\r\n", "\n"),
            Jsoup.parse(parts.getBodyPart(1).getContent().toString()));
      } catch (Exception failure) {
        throw new AssertionError(failure);
      }
    }

    String title() {
      return html.select("h1").text();
    }

    String link() {
      return html.select("a").stream()
          .filter(each -> each.text().equals("Bestellung ansehen"))
          .findFirst()
          .orElseThrow()
          .attr("href");
    }

    /** Rows of sums, which the text has too. */
    List<String> rows() {
      List<Element> all =
          html.select("tr").stream()
              .filter(row ->
                  row.childrenSize() == 2 && row.child(0).attr("style").startsWith("padding:6px"))
              .toList();
      List<String> rows = GermanBuyerIT.rows(all);
      assertThat(text.lines()).containsAll(rows);
      return rows;
    }
  }
}
