package dev.tradewind.acceptance.clients;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.providers.test.TestNotificationProvider;
import dev.tradewind.spi.OrderTimeline;
import dev.tradewind.spi.notification.Notification;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Page of an order after the purchase: what happened to it, and what may be sent back. */
class OrderPageIT {

  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .connectTimeout(LIMIT)
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();

  private static final Pattern STEP =
      Pattern.compile("<li class=\"([a-z-]+)\"(?: aria-current=\"step\")?><strong>");

  private static Shop shop;
  private static StaffClient staff;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    staff = new StaffClient(shop);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return HTTP.send(request.timeout(LIMIT).build(), BodyHandlers.ofString());
    } catch (IOException failure) {
      throw new AssertionError(failure);
    } catch (InterruptedException failure) {
      Thread.currentThread().interrupt();
      throw new AssertionError(failure);
    }
  }

  private static HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(URI.create(shop.storefront().url() + path)));
  }

  private static HttpResponse<String> submit(String path, String form) {
    return send(
        HttpRequest.newBuilder(URI.create(shop.storefront().url() + path))
            .header("content-type", "application/x-www-form-urlencoded")
            .header("origin", shop.storefront().url())
            .POST(BodyPublishers.ofString(form)));
  }

  private static String page(String order) {
    HttpResponse<String> page = get("/orders/" + order);
    assertThat(page.statusCode()).isEqualTo(200);
    return page.body();
  }

  private static List<String> steps(String page) {
    return STEP.matcher(page).results().map(step -> step.group(1)).toList();
  }

  private static String order(int quantity) {
    String cart = shop.readyCart(shop.newVariant(1_000, 100).getString("id"), quantity);
    return shop.storefront()
        .post("/store/carts/" + cart + "/complete", null)
        .body()
        .getJsonObject("data")
        .getString("id");
  }

  private static JsonObject read(String order) {
    return staff.get("/admin/orders/" + order).getJsonObject("order");
  }

  private static String line(String order) {
    return read(order).getJsonArray("items").getJsonObject(0).getString("id");
  }

  private static void ship(String order, int quantity, String... numbers) {
    String path = "/admin/orders/" + order;
    JsonArray fulfillments =
        staff
            .post(
                path + "/fulfillment",
                "{'items': [{'item_id': '%s', 'quantity': %d}]}",
                line(order),
                quantity)
            .getJsonObject("order")
            .getJsonArray("fulfillments");
    staff.post(
        path + "/shipment",
        new JsonObject()
            .put(
                "fulfillment_id",
                fulfillments.getJsonObject(fulfillments.size() - 1).getString("id"))
            .put("tracking_numbers", new JsonArray(List.of(numbers)))
            .encode()
            .replace("%", "%%"));
  }

  private static String find(String pattern, String html) {
    Matcher found = Pattern.compile(pattern).matcher(html);
    assertThat(found.find()).as("%s in %s", pattern, html).isTrue();
    return found.group(1);
  }

  @Test
  void theTimelineTellsWhatHappened() {
    String order = order(3);
    assertThat(steps(page(order))).containsExactly("placed");
    assertThat(page(order)).contains("Payment: to be paid. Shipping: not shipped yet.");

    staff.post("/admin/orders/" + order + "/capture", "");
    ship(order, 2, "1Z999AA10123456784", "AB 1234");
    String shipped = page(order);
    assertThat(steps(shipped)).containsExactly("placed", "paid", "packed", "shipped");
    assertThat(shipped)
        .contains("Payment: paid. Shipping: partly shipped.")
        .contains("UPS <a href=\"https://www.ups.com/track?tracknum=1Z999AA10123456784\"")
        .contains("<li>AB 1234</li>")
        .containsPattern("<li>2 × [^<]+</li>");
    assertThat(get("/de/orders/" + order).body())
        .contains("Zahlung: bezahlt. Versand: teilweise versandt.", "Bestellt", "Verpackt");

    staff.post(
        "/admin/orders/" + order + "/refund", "{'amount': 500, 'reason': 'discount', 'note': ''}");
    String refunded = page(order);
    assertThat(steps(refunded)).endsWith("refunded");
    assertThat(refunded)
        .contains("Payment: partly refunded.")
        .containsPattern("<div class=\"refunded\"><dt>Refunded</dt><dd>-[^<]*5.00<")
        .containsPattern("<div class=\"left\"><dt>Paid after refunds</dt><dd>");
  }

  @Test
  void aRequestedReturnIsShownAndNotOfferedAgain() {
    String order = order(3);
    staff.post("/admin/orders/" + order + "/capture", "");
    ship(order, 3);
    String line = line(order);
    assertThat(find("name=\"return-" + line + "\"[^>]* max=\"(\\d)\"", page(order))).isEqualTo("3");

    HttpResponse<String> requested =
        submit("/orders/" + order, "action=return&return-" + line + "=2");

    assertThat(requested.body()).contains("The return is requested.");
    String open = page(order);
    assertThat(steps(open)).endsWith("return-requested");
    assertThat(open)
        .contains("<h2>Return</h2>", "We are waiting for your parcel.")
        .containsPattern("<span>2 × [^<]+</span>");
    assertThat(find("name=\"return-" + line + "\"[^>]* max=\"(\\d)\"", open)).isEqualTo("1");

    submit("/orders/" + order, "action=return&return-" + line + "=1");
    assertThat(page(order)).doesNotContain("Send something back");

    for (Object returned : read(order).getJsonArray("returns")) {
      String id = ((JsonObject) returned).getString("id");
      staff.post("/admin/returns/" + id + "/cancel", "");
    }
    String canceled = page(order);
    assertThat(canceled).doesNotContain("<h2>Return</h2>");
    assertThat(steps(canceled)).endsWith("return-canceled", "return-canceled");
    assertThat(find("name=\"return-" + line + "\"[^>]* max=\"(\\d)\"", canceled)).isEqualTo("3");
  }

  @Test
  void anUnchangedOrderIsAnsweredWithoutAPage() {
    String order = order(1);
    String shown = find("data-live=\"([^\"]+)\"", page(order));

    HttpResponse<String> same = get("/orders/" + order + "?shown=" + shown);
    staff.post("/admin/orders/" + order + "/capture", "");
    HttpResponse<String> changed = get("/orders/" + order + "?shown=" + shown);

    assertThat(same.statusCode()).isEqualTo(204);
    assertThat(same.body()).isEmpty();
    assertThat(changed.statusCode()).isEqualTo(200);
    assertThat(steps(changed.body())).containsExactly("placed", "paid");
    assertThat(get("/orders/order_unknown?shown=" + shown).body()).doesNotContain("data-live");
  }

  /**
   * By its cart, a request of the storefront or of a v1 client; the mails about the order follow
   * that request.
   */
  @ParameterizedTest
  @CsvSource({"de, de", "pt-BR, pt-BR", "<script>, ", "'', "})
  void anOrderHasTheLanguageOfItsCart(String language, @Nullable String stored) {
    String cart = shop.readyCart(shop.newVariant(1_000, 100).getString("id"), 1);
    shop.storefront()
        .post(
            "/store/carts/" + cart,
            new JsonObject().put("context", new JsonObject().put("language", language)));
    JsonObject order =
        shop.storefront()
            .post("/store/carts/" + cart + "/complete", null)
            .body()
            .getJsonObject("data");

    assertThat(order.getJsonObject("metadata").getString("language")).isEqualTo(stored);
    if (stored != null) {
      String id = order.getString("id");
      ship(id, 1);
      shop.awaitNoWaitingEvents();
      until(() -> TestNotificationProvider.asked(id).isPresent());
      assertThat(TestNotificationProvider.asked(id).orElseThrow().language()).isEqualTo(stored);
    }
  }

  @Test
  void aPartOfAnOrderIsNotifiedAboutWithTheWholeOrderInItsLanguage() {
    String order = order(2);
    staff.post("/admin/orders/" + order, "{'metadata': {'language': 'de'}}");
    staff.post("/admin/orders/" + order + "/capture", "");
    ship(order, 2);
    String swap =
        staff
            .post(
                "/admin/orders/" + order + "/swaps",
                "{'return_items': [{'item_id': '%s', 'quantity': 1}], 'additional_items':"
                    + " [{'variant_id': '%s', 'quantity': 1}]}",
                line(order),
                shop.newVariant(1_000, 100).getString("id"))
            .getJsonObject("order")
            .getJsonArray("swaps")
            .getJsonObject(0)
            .getString("id");
    shop.awaitNoWaitingEvents();
    until(() -> TestNotificationProvider.asked(swap).isPresent());

    Notification asked = TestNotificationProvider.asked(swap).orElseThrow();
    assertThat(asked.language()).isEqualTo("de");
    assertThat(asked.recipient()).isEqualTo("shopper@example.com");
    assertThat(OrderTimeline.of(asked.resource().getJsonObject("order")))
        .extracting(OrderTimeline.Step::kind)
        .contains(OrderTimeline.Kind.SHIPPED, OrderTimeline.Kind.EXCHANGE_REQUESTED);
  }

  @Test
  void aLinkOpensThePageInTheLanguageOfItsReader() {
    String order = order(1);

    HttpResponse<String> german = get("/orders/" + order + "?placed&language=de-AT");
    HttpResponse<String> english = get("/de/orders/" + order + "?language=en");
    HttpResponse<String> other = get("/orders/" + order + "?language=fr");

    assertThat(german.uri().getPath()).isEqualTo("/de/orders/" + order);
    assertThat(german.body()).contains("Vielen Dank");
    assertThat(english.uri().getPath()).isEqualTo("/orders/" + order);
    assertThat(other.uri().getPath()).isEqualTo("/orders/" + order);
    assertThat(other.statusCode()).isEqualTo(200);
  }

  @Test
  void aCustomerIsWrittenToInTheLanguageOfThePage() {
    String email = Ids.ulid() + "@example.com";
    submit(
        "/de/account",
        "action=register&new_email=%s&new_password=correct-horse-9&first_name=Grace"
            .formatted(email));
    JsonObject customer =
        staff.get("/admin/customers?q=" + email).getJsonArray("customers").getJsonObject(0);

    assertThat(customer.getJsonObject("metadata").getString("language")).isEqualTo("de");
    submit("/account/reset-password", "email=" + email);
    shop.awaitNoWaitingEvents();
    String id = customer.getString("id");
    until(() -> TestNotificationProvider.asked(id).isPresent());
    assertThat(TestNotificationProvider.asked(id).orElseThrow().language()).isEqualTo("en");
  }

  @Test
  void anInvitationNamesWhoInvites() {
    String email = Ids.ulid() + "@example.com";
    staff.tryPost("/admin/invites", "{'user': '%s', 'role': 'member'}", email);
    shop.awaitNoWaitingEvents();
    String invite =
        staff.get("/admin/invites").getJsonArray("invites").stream()
            .map(JsonObject.class::cast)
            .filter(each -> each.getString("user_email").equalsIgnoreCase(email))
            .findFirst()
            .orElseThrow()
            .getString("id");
    until(() -> TestNotificationProvider.asked(invite).isPresent());

    assertThat(TestNotificationProvider.asked(invite).orElseThrow().data().getString("invited_by"))
        .isNotBlank();
  }
}
