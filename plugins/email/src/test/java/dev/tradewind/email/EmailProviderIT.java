package dev.tradewind.email;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.providers.plugin.PluginHost;
import dev.tradewind.providers.plugin.Plugins;
import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.notification.Notification;
import dev.tradewind.spi.notification.NotificationProvider;
import dev.tradewind.spi.notification.NotificationProvider.Sent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.mail.Address;
import jakarta.mail.Message;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** E-mails that a mail server receives. */
class EmailProviderIT {

  private static final String TO = "ana@example.com";

  private final Vertx vertx = Vertx.vertx();
  private final GreenMail server = new GreenMail(ServerSetup.SMTP.dynamicPort());
  private final Map<String, String> settings = new HashMap<>();

  @BeforeEach
  void start() {
    server.start();
    server.setUser("shop@example.com", "shop", "p@ss word");
    settings.put(
        EmailSettings.SMTP_URL,
        "smtp://shop:p%40ss%20word@127.0.0.1:" + server.getSmtp().getPort());
    settings.put(EmailSettings.FROM, "The Harbour <shop@example.com>");
    settings.put(EmailSettings.STORE_URL, "https://shop.example/");
  }

  @AfterEach
  void stop() {
    server.stop();
    await(vertx.close());
  }

  private Plugins plugins() {
    return await(
        Plugins.start(
            List.of(new EmailPlugin()),
            new PluginHost(
                vertx,
                new SimpleMeterRegistry(),
                Clock.systemUTC(),
                false,
                "https://api.shop.example",
                settings)));
  }

  private NotificationProvider provider() {
    return plugins().providers().notification().get(EmailProvider.ID);
  }

  private static ProviderCall call(String key) {
    return new ProviderCall(key, Instant.now().plusSeconds(20));
  }

  /** Notification about an order that also has what the other kinds show. */
  static Notification about(String eventType, String language) {
    JsonObject order =
        new JsonObject()
            .put("id", "order_1")
            .put("display_id", 1042)
            .put("email", TO)
            .put("currency_code", "eur")
            .put(
                "items",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("id", "item_1")
                            .put("title", "Linen <Shirt>")
                            .put("description", "Blue")
                            .put("quantity", 2)
                            .put("original_total", 5_200)
                            .put("total", 5_000)))
            .put("created_at", "2026-11-22T08:00:00.000Z")
            .put("subtotal", 4_370)
            .put("shipping_total", 412)
            .put("shipping_tax_total", 78)
            .put("gift_card_total", 100)
            .put("tax_total", 860)
            .put("total", 5_390)
            .put("payments", parts("pay_1", "provider_id", "manual"))
            .put(
                "shipping_methods",
                parts("sm_1", "shipping_option", new JsonObject().put("name", "Standard")))
            .put("fulfillments", parts("ful_1", "items", units("quantity", 2)))
            .put("returns", parts("ret_1", "items", units("quantity", 1)))
            .put("refunds", parts("ref_1", "amount", 1_000))
            .put("claims", parts("claim_1", "claim_items", units("quantity", 1)))
            .put("return_order", new JsonObject())
            .put("has_account", true)
            .put("code", "ABCD-EFGH")
            .put("product", new JsonObject().put("title", "Ana's Cup").put("handle", "anas-cup"))
            .put("value", 2_500)
            .put("region", new JsonObject().put("currency_code", "eur"))
            .put(
                "shipping_address",
                new JsonObject()
                    .put("first_name", "Ana")
                    .put("last_name", "Souza")
                    .put("address_1", "Rua A 1")
                    .put("postal_code", "1000")
                    .put("city", "Lisboa")
                    .put("country_code", "pt"));
    order
        .getJsonArray("fulfillments")
        .getJsonObject(0)
        .put("shipped_at", "2026-11-23T08:00:00.000Z")
        .put("tracking_links", parts("tlink_1", "tracking_number", "1Z999AA10123456784"));
    order.getJsonArray("claims").getJsonObject(0).put("refund_amount", 1_200);
    if (eventType.equals("order.refund_created")) {
      order.put("paid_total", 5_390).put("refunded_total", 1_000);
    }
    return new Notification(eventType, data(eventType), TO, language, order);
  }

  private static JsonObject data(String eventType) {
    JsonObject data = new JsonObject().put("token", "tok_1").put("invited_by", "Grace Hopper");
    return switch (eventType) {
      case "order.shipment_created", "swap.shipment_created", "claim.shipment_created" ->
          data.put("fulfillment_id", "ful_1");
      case "order.return_requested", "order.items_returned" -> data.put("return_id", "ret_1");
      case "order.refund_created" -> data.put("refund_id", "ref_1");
      case "claim.created", "claim.refund_processed" -> data.put("id", "claim_1");
      default -> data;
    };
  }

  private static JsonArray parts(String id, String name, Object value) {
    return new JsonArray()
        .add(
            new JsonObject()
                .put("id", id)
                .put("created_at", "2026-11-23T07:00:00.000Z")
                .put(name, value));
  }

  private static JsonArray units(String name, int quantity) {
    return new JsonArray().add(new JsonObject().put("item_id", "item_1").put(name, quantity));
  }

  private MimeMessage received() {
    assertThat(server.waitForIncomingEmail(20_000, 1)).isTrue();
    return server.getReceivedMessages()[server.getReceivedMessages().length - 1];
  }

  @Test
  void theShopIsTheSenderWhereTheSettingNamesNone() throws Exception {
    settings.put(EmailSettings.FROM, "shop@example.com");
    JsonObject brand =
        new JsonObject()
            .put("name", "Quay, Sons")
            .put("palette", new JsonObject().put("accent", "#7a1f3d").put("on_accent", "#ffffff"));
    await(
        new Operations()
            .on(
                CatalogOperation.FIND_STORE_NAME,
                request -> Future.succeededFuture(Reply.ok(brand)))
            .serve(
                vertx, OperationClient.internalAddress(CatalogClient.ADDRESS), Clock.systemUTC()));

    await(provider().send(call("a"), about("order.placed", "en")));

    InternetAddress sender = (InternetAddress) received().getFrom()[0];
    assertThat(sender.getPersonal()).isEqualTo("Quay, Sons");
    assertThat(sender.getAddress()).isEqualTo("shop@example.com");
    assertThat(GreenMailUtil.getBody(received())).contains("#7a1f3d");
  }

  @Test
  void aChangedLoginInAFileIsUsedWithoutARestart(@TempDir Path folder) throws Exception {
    String url = settings.remove(EmailSettings.SMTP_URL);
    Path file = Files.writeString(folder.resolve("url"), url.replace("p%40ss", "former"));
    settings.put(EmailSettings.SMTP_URL + "_FILE", file.toString());
    Plugins plugins = plugins();
    NotificationProvider provider = plugins.providers().notification().get(EmailProvider.ID);
    assertThat(failure(provider.send(call("a"), about("order.placed", "en")))).isNotNull();

    for (String current : List.of(url, "malformed")) {
      Files.writeString(file, current);
      await(plugins.readingSecrets(vertx).work().get());
      await(provider.send(call(current), about("order.placed", "en")));
    }

    assertThat(server.getReceivedMessages()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void everyKindHasASubjectAnHtmlAndATextForm(Mail mail) throws Exception {
    Sent sent = await(provider().send(call("noti_1"), about(mail.eventType(), null))).orElseThrow();

    MimeMessage message = received();
    String content = GreenMailUtil.getWholeMessage(message);
    assertThat(sent.to()).isEqualTo(TO);
    assertThat(message.getSubject()).isNotBlank().doesNotContain("{0}");
    assertThat(message.getFrom()[0]).hasToString("The Harbour <shop@example.com>");
    assertThat(message.getRecipients(Message.RecipientType.TO)[0]).hasToString(TO);
    assertThat(message.getHeader("Auto-Submitted")).containsExactly("auto-generated");
    assertThat(message.getMessageID()).isEqualTo("<noti_1@example.com>");
    assertThat(content).contains("text/plain", "text/html");
    assertThat(sent.data().containsKey("html")).isEqualTo(!mail.hasToken());
  }

  @Test
  void answersGoToTheAddressForThem() throws Exception {
    settings.put(EmailSettings.REPLY_TO, "Bücher & Co <help@example.com>");

    await(provider().send(call("noti_reply"), about("order.placed", "en")));

    assertThat(((InternetAddress) received().getReplyTo()[0]).getAddress())
        .isEqualTo("help@example.com");
    assertThat(text(received())).contains("Questions? Write to help@example.com.");
  }

  @Test
  void aReturnThatHasComeBackIsNotAskedFor() {
    Notification requested = about("order.return_requested", "en");
    requested
        .resource()
        .getJsonArray("returns")
        .getJsonObject(0)
        .put("received_at", "2026-11-23T07:00:00.000Z");

    assertThat(await(provider().send(call("noti_back"), requested))).isEmpty();
  }

  private static Notification to(String recipient, JsonObject order) {
    return new Notification("order.placed", new JsonObject(), recipient, "en", order);
  }

  @Test
  void anInternationalDomainIsAddressedInAscii() throws Exception {
    JsonObject order = about("order.placed", "en").resource();

    await(provider().send(call("noti_idn"), to("ana@exämple.com", order)));

    assertThat(received().getRecipients(Message.RecipientType.TO)[0])
        .hasToString("ana@xn--exmple-cua.com");
    assertThat(failure(provider().send(call("noti_no"), to("jürgen@example.com", order))))
        .hasMessage("No e-mail can be sent to jürgen@example.com");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bücher & Co",
        "Smith, Jones",
        "Æther <3 \"quoted\" and a name that is much longer than one encoded word can be: čšž"
      })
  void theSenderShowsTheNameOfTheShop(String name) throws Exception {
    settings.put(EmailSettings.FROM, name + " <shop@example.com>");

    await(provider().send(call("noti_from"), about("order.placed", "en")));

    Address[] from = received().getFrom();
    assertThat(from).hasSize(1);
    assertThat(((InternetAddress) from[0]).getPersonal()).isEqualTo(name);
    assertThat(((InternetAddress) from[0]).getAddress()).isEqualTo("shop@example.com");
    // A comment behind the address is shown by few programs.
    assertThat(received().getHeader("From")[0]).doesNotContain("(");
  }

  @Test
  void aNameStaysOnItsLine() {
    JsonObject order = about("order.placed", "en").resource();
    order
        .getJsonObject("shipping_address")
        .put("first_name", "Ana\r\n\r\nWin at evil.example\u2028");

    String text =
        await(provider().send(call("noti_line"), to(TO, order)))
            .map(sent -> sent.data().getString("text"))
            .orElseThrow();

    assertThat(text).contains("Ana Win at evil.example Souza");
  }

  @Test
  void anOrderIsShownInTheLanguageOfTheRecipient() {
    JsonObject data =
        await(provider().send(call("noti_2"), about("order.placed", "de-AT")))
            .map(Sent::data)
            .orElseThrow();

    assertThat(data.getString("subject")).isEqualTo("Ihre Bestellung 1042");
    assertThat(data.getString("text").replace('\u00a0', ' '))
        .isEqualTo(
            """
            Vielen Dank für Ihre Bestellung

            Wir haben Ihre Bestellung 1042 erhalten und melden uns, sobald sie unterwegs ist.

            2 × Linen <Shirt>, Blue: € 52,00

            Artikel: € 52,00
            Rabatt: -€ 2,00
            Versand: € 4,90
            Gutscheine: -€ 1,00
            Gesamtsumme: € 53,90
            davon Steuern: € 8,60
            Warum dieser Preis? https://shop.example/orders/order_1/why?language=de-AT

            Lieferadresse:
            Ana Souza
            Rua A 1
            1000 Lisboa
            Portugal

            Bestellung: 1042
            Bestellt am: 22. November 2026
            Versandart: Standard
            Zahlungsart: Auf Rechnung

            Bestellung ansehen: https://shop.example/orders/order_1?language=de-AT

            The Harbour
            Fragen? Schreiben Sie an shop@example.com.

            """);
    assertThat(data.getString("html"))
        .contains("<html lang=\"de-AT\">", "Linen &lt;Shirt&gt;", "53,90")
        .doesNotContain("<Shirt>");
  }

  @ParameterizedTest
  @CsvSource({
    "order.placed, https://shop.example/orders/order_1",
    "customer.password_reset, https://shop.example/account/reset-password?token=tok_1",
    "user.password_reset, https://api.shop.example/app/reset-password?token=tok_1",
    "invite.created, https://api.shop.example/app/invite?token=tok_1"
  })
  void aLinkLeadsToThePage(String eventType, String link) throws Exception {
    await(provider().send(call("noti_3"), about(eventType, null)));

    assertThat(received().getContent()).isNotNull();
    assertThat(text(received())).contains(link);
  }

  private static String text(MimeMessage message) throws Exception {
    return ((MimeMultipart) message.getContent()).getBodyPart(0).getContent().toString();
  }

  @Test
  void templatesAndTextsOfTheShopComeFirst(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("texts_en.properties"), "order.placed.subject=Ahoy, {0}\n");
    Files.writeString(folder.resolve("order.txt"), "Own: {{ title }}");
    settings.put(EmailSettings.TEMPLATES, folder.toString());

    JsonObject data =
        await(provider().send(call("noti_4"), about("order.placed", "fr")))
            .map(Sent::data)
            .orElseThrow();

    assertThat(data.getString("subject")).isEqualTo("Ahoy, 1042");
    assertThat(data.getString("text")).isEqualTo("Own: Thank you for your order");
    assertThat(data.getString("html")).contains("Linen &lt;Shirt&gt;");
  }

  @Test
  void aGuestGetsNoWelcomeAndARecipientIsRequired() {
    NotificationProvider provider = provider();
    JsonObject guest = new JsonObject().put("has_account", false);

    assertThat(
            await(
                provider.send(
                    call("noti_5"),
                    new Notification("customer.created", new JsonObject(), TO, null, guest))))
        .isEqualTo(Optional.empty());
    assertThat(
            await(
                provider.send(
                    call("noti_6"),
                    new Notification("order.placed", new JsonObject(), null, null, guest))))
        .isEqualTo(Optional.empty());
    assertThat(server.getReceivedMessages()).isEmpty();
  }

  @Test
  void anEmailIsSentAgainAsItWasButNotOneWithAToken() throws Exception {
    NotificationProvider provider = provider();
    Sent order = await(provider.send(call("noti_7"), about("order.placed", null))).orElseThrow();
    Sent reset =
        await(provider.send(call("noti_8"), about("customer.password_reset", null))).orElseThrow();

    Sent again = await(provider.resend(call("noti_9"), "order.placed", order, "bo@example.com"));

    assertThat(again).isEqualTo(new Sent("bo@example.com", order.data()));
    assertThatThrownBy(
            () -> await(provider.resend(call("noti_10"), "customer.password_reset", reset, null)))
        .hasRootCauseInstanceOf(Problem.class);
    assertThat(server.getReceivedMessages()).hasSize(3);
  }

  @Test
  void aServerThatIsAwayIsNoRefusalAndMakesTheNodeDegraded() {
    Plugins plugins = plugins();
    server.stop();

    assertThatThrownBy(() ->
            await(
                plugins
                    .providers()
                    .notification()
                    .get(EmailProvider.ID)
                    .send(call("noti_11"), about("order.placed", null))))
        .hasRootCauseInstanceOf(ConnectException.class);
    assertThatThrownBy(() -> await(plugins.healthChecks().get("email").get()))
        .hasStackTraceContaining("Sending e-mails fails");
    assertThatThrownBy(() -> await(plugins.check().get("email")))
        .hasRootCauseInstanceOf(ConnectException.class);
  }

  @Test
  void theServerIsCheckedWithoutAMessage() {
    assertThat(await(plugins().check().get("email")))
        .isEqualTo("The mail server 127.0.0.1 answers.");
    assertThat(server.getReceivedMessages()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "TRADEWIND_SMTP_URL, http://mail.example.com",
    "TRADEWIND_SMTP_URL, mail.example.com:25",
    "TRADEWIND_MAIL_TEMPLATES, /absent/templates",
    "TRADEWIND_MAIL_REPLY_TO, shop",
    "TRADEWIND_MAIL_FROM, ' '"
  })
  void aWrongSettingIsNamed(String name, String value) {
    settings.put(name, value);

    assertThatThrownBy(this::plugins).hasStackTraceContaining(name);
  }
}
