package dev.tradewind.acceptance.customer;

import static dev.tradewind.acceptance.StaffClient.json;
import static dev.tradewind.testing.Eventually.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Caller;
import dev.tradewind.acceptance.KafkaEvents;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonObject;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Audit log over HTTP: who did what from where, with values before and after. */
class AuditLogIT {

  private static final String LOG = "/admin/tradewind/audit-log";
  private static final String PASSWORD = "open sesame";

  private static Shop shop;
  private static StaffClient staff;

  private final String suffix = Ids.ulid().toLowerCase(Locale.ROOT);

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    staff = new StaffClient(shop);
  }

  private static List<JsonObject> entries(String query) {
    return staff.get(LOG + "?" + query).getJsonArray("audit_entries").stream()
        .map(JsonObject.class::cast)
        .toList();
  }

  private static JsonObject only(String query) {
    List<JsonObject> found = entries(query);
    assertThat(found).as(query).hasSize(1);
    return found.getFirst();
  }

  private static JsonObject awaited(String query, Predicate<JsonObject> condition) {
    return value(
            () -> entries(query).stream().filter(condition).toList(), found -> !found.isEmpty())
        .getFirst();
  }

  @Test
  void loginsAndWrongPasswordsAreRecordedWithoutTheirSecrets() {
    String email = "audited-" + suffix + "@example.com";
    shop.newUser(email, PASSWORD, "token-" + suffix);
    JsonObject right = new JsonObject().put("email", email).put("password", PASSWORD);
    JsonObject wrong = right.copy().put("password", "guess " + suffix);

    assertThat(shop.storefront().post("/admin/auth", wrong).status()).isEqualTo(401);
    Answer login = shop.storefront().post("/admin/auth", right);
    assertThat(shop.storefront().post("/admin/auth/token", right).status()).isEqualTo(200);

    String id = login.body().getJsonObject("user").getString("id");
    List<JsonObject> found = entries("subject=" + id);
    assertThat(found)
        .extracting(entry -> entry.getString("action"))
        .containsExactly("login", "login", "login_failure", "user_creation");
    assertThat(found)
        .extracting(entry -> entry.getString("credential"))
        .containsExactly("jwt", "session", null, null);
    assertThat(found.subList(0, 3))
        .allSatisfy(entry -> assertThat(entry.getString("address")).isEqualTo("127.0.0.1"));
    assertThat(found.get(1).getString("request_id")).isEqualTo(login.header("x-request-id"));
    assertThat(entries("actor_id=" + id)).hasSize(2);
    assertThat(staff.get(LOG + "?limit=1000").encode())
        .doesNotContain("guess " + suffix, PASSWORD, email, "token-" + suffix);
  }

  @Test
  void aFailedLoginOfAnUnknownAccountIsRecorded() {
    JsonObject unknown =
        new JsonObject().put("email", "none-" + suffix + "@example.com").put("password", "x");

    Answer refused = shop.storefront().post("/store/auth", unknown);

    assertThat(refused.status()).isEqualTo(401);
    assertThat(entries("subject=unknown&action=login_failure"))
        .anySatisfy(entry ->
            assertThat(entry.getString("request_id")).isEqualTo(refused.header("x-request-id")));
  }

  @Test
  void aFloodOfRefusedLoginsMakesFewEntriesWithTheirNumber() {
    JsonObject guess =
        new JsonObject().put("email", "flood-" + suffix + "@example.com").put("password", "x");
    String throttled = "subject=adminLogIn&action=throttling&limit=1000";
    int before = entries(throttled).size();
    long begun = System.nanoTime();
    for (int i = 0; i < 40; i++) {
      shop.storefront().post("/admin/auth", guess);
    }

    JsonObject entry =
        awaited(
            "subject=adminLogIn&action=throttling",
            one -> one.getJsonObject("after").getInteger("count") > 1);
    assertThat(entry.getString("address")).isEqualTo("127.0.0.1");
    assertThat(entry.getString("actor_type")).isEqualTo("anonymous");
    // One a second.
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
    assertThat(entries(throttled)).hasSizeLessThanOrEqualTo(before + (int) seconds + 2);
  }

  @Test
  void requestsWithInvalidCredentialsAreRecordedTogether() {
    for (int i = 0; i < 20; i++) {
      Answer refused =
          shop.storefront()
              .send("GET", "/admin/orders", null, "authorization", "Bearer forged-" + suffix);
      assertThat(refused.status()).isEqualTo(401);
    }

    JsonObject entry =
        awaited(
            "action=invalid_credential&subject=unknown",
            one -> one.getJsonObject("after").getInteger("count") > 1);
    assertThat(entry.getJsonObject("after").getInteger("status")).isEqualTo(401);
    assertThat(entry.getString("address")).isEqualTo("127.0.0.1");
    assertThat(entry.encode()).doesNotContain("forged");
  }

  /** A cross-site write with the cookie of a user is refused with 403. */
  @Test
  void aForbiddenRequestIsRecordedWithItsActor() {
    TestIdentities identities = new TestIdentities(shop);
    String[] session = identities.headers(Caller.USER_WITH_SESSION);
    String[] crossSite =
        Stream.concat(Stream.of(session), Stream.of("origin", "https://evil.example"))
            .toArray(String[]::new);

    Answer refused = shop.storefront().send("DELETE", "/admin/users/usr_none", null, crossSite);

    assertThat(refused.status()).isEqualTo(403);
    JsonObject entry =
        awaited(
            "action=access_refusal&subject=adminDeleteUser",
            one -> one.getString("request_id").equals(refused.header("x-request-id")));
    assertThat(entry.getString("actor_type")).isEqualTo("user");
    assertThat(entry.getString("actor_id")).startsWith("usr_");
    assertThat(entry.getString("credential")).isEqualTo("session");
  }

  @Test
  void aChangeOfARoleIsRecordedWithBothRoles() {
    String email = "role-" + suffix + "@example.com";
    String id =
        staff
            .post("/admin/users", "{'email': '%s', 'password': 'open sesame please'}", email)
            .getJsonObject("user")
            .getString("id");

    staff.post("/admin/users/" + id, "{'role': 'admin', 'first_name': 'Eve'}");
    staff.post("/admin/users/" + id, "{'role': 'admin'}");
    staff.post("/admin/tradewind/users/" + id + "/role", "{'role': 'developer'}");
    staff.delete("/admin/users/" + id);

    JsonObject change = entries("action=role_change&subject=" + id).getLast();
    assertThat(change.getJsonObject("before")).isEqualTo(json("{'role': 'member'}"));
    assertThat(change.getJsonObject("after")).isEqualTo(json("{'role': 'admin'}"));
    assertThat(change.getString("credential")).isEqualTo("api_token");
    assertThat(entries("subject=" + id))
        .extracting(entry -> entry.getString("action"))
        .containsExactly("user_deletion", "role_change", "role_change", "user_creation");
  }

  @Test
  void changesOfSettingsAndPricesAreRecorded() {
    JsonObject region =
        staff
            .post(
                "/admin/regions",
                "{'name': 'A %s', 'currency_code': 'eur', 'tax_rate': 19, 'countries': [],"
                    + " 'payment_providers': ['manual'], 'fulfillment_providers': ['manual']}",
                suffix)
            .getJsonObject("region");
    staff.post("/admin/regions/" + region.getString("id"), "{'tax_rate': 7}");
    JsonObject setting = only("action=setting_change&subject=" + region.getString("id"));
    assertThat(setting.getJsonObject("before")).isEqualTo(json("{'tax_rate': 19}"));
    assertThat(setting.getJsonObject("after")).isEqualTo(json("{'tax_rate': 7}"));
    // Other tests expect one region of each currency.
    staff.delete("/admin/regions/" + region.getString("id"));

    JsonObject variant = shop.newVariant(500, 9);
    String path =
        "/admin/products/%s/variants/%s"
            .formatted(variant.getString("product_id"), variant.getString("id"));
    String prices =
        "{'prices': [{'currency_code': 'eur', 'amount': 400}, {'currency_code': 'usd', 'amount':"
            + " 500}]}";
    staff.post(path, prices);
    staff.post(path, prices);
    JsonObject price = only("action=price_change&subject=" + variant.getString("id"));
    assertThat(amount(price.getJsonObject("before"))).isEqualTo(500);
    assertThat(amount(price.getJsonObject("after"))).isEqualTo(400);
  }

  @Test
  void whatATaxRateAppliesToIsRecorded() {
    String region = shop.storefront().region("eur").getString("id");
    String rate =
        staff
            .post(
                "/admin/tax-rates",
                "{'name': 'T %1$s', 'code': '%1$s', 'region_id': '%2$s', 'rate': 7}",
                suffix,
                region)
            .getJsonObject("tax_rate")
            .getString("id");
    String product = shop.newVariant(500, 1).getString("product_id");
    String type =
        staff
            .post("/admin/products/" + product, "{'type': {'value': '%s'}}", suffix)
            .getJsonObject("product")
            .getJsonObject("type")
            .getString("id");
    String option =
        staff
            .post(
                "/admin/shipping-options",
                "{'name': 'S %s', 'region_id': '%s', 'provider_id': 'manual',"
                    + " 'data': {'id': 'manual-fulfillment'}, 'price_type': 'flat_rate',"
                    + " 'amount': 100}",
                suffix,
                region)
            .getJsonObject("shipping_option")
            .getString("id");
    String path = "/admin/tax-rates/" + rate;
    List<List<String>> members =
        List.of(
            List.of("products", product),
            List.of("product-types", type),
            List.of("shipping-options", option));
    for (List<String> member : members) {
      String batch = path + "/" + member.getFirst() + "/batch";
      String body =
          "{'%s': ['%s']}".formatted(member.getFirst().replace('-', '_'), member.getLast());
      staff.post(batch, body);
      assertThat(
              shop.storefront()
                  .send("DELETE", batch, json(body).encode(), staff.credentials())
                  .status())
          .isEqualTo(200);
    }
    staff.delete(path);
    staff.delete("/admin/shipping-options/" + option);

    assertThat(entries("action=setting_change&subject=" + rate)).hasSize(8);
    assertThat(entries("action=setting_change&subject=" + option)).hasSize(2);
  }

  private static int amount(JsonObject prices) {
    return prices.getJsonArray("prices").getJsonObject(0).getInteger("amount");
  }

  @Test
  void exportsAreRecordedAndPublishedOnTheirTopic() {
    String job =
        staff
            .tryPost(
                "/admin/batch-jobs", "{'type': 'product-export', 'context': {}, 'dry_run': true}")
            .body()
            .getJsonObject("batch_job")
            .getString("id");

    JsonObject entry = only("action=export&subject=" + job);
    assertThat(entry.getJsonObject("after"))
        .isEqualTo(json("{'type': 'product-export', 'dry_run': true}"));
    List<KafkaEvents.Event> published = shop.events(Topics.AUDIT, job, 1);
    assertThat(published).hasSize(1);
    assertThat(published.getFirst().data().getString("action")).isEqualTo("export");
    assertThat(published.getFirst().header("ce_id")).isEqualTo(entry.getString("id"));
  }

  @Test
  void pagesFollowEachOtherOverAllPartsOfTheShop() {
    shop.newUser("page-" + suffix + "@example.com", PASSWORD, "page-" + suffix);
    List<String> all = entries("limit=7").stream().map(entry -> entry.getString("id")).toList();
    assertThat(all).isSortedAccordingTo(Comparator.reverseOrder());

    JsonObject first = staff.get(LOG + "?limit=3");
    JsonObject second = staff.get(LOG + "?limit=4&cursor=" + first.getString("next_cursor"));

    assertThat(
            Stream.of(first, second)
                .flatMap(page -> page.getJsonArray("audit_entries").stream())
                .map(entry -> ((JsonObject) entry).getString("id")))
        .containsExactlyElementsOf(all);
    assertThat(entries("created_at[lt]=2020-01-01T00:00:00Z")).isEmpty();
    assertThat(staff.tryGet(LOG + "?limit=0").status()).isEqualTo(400);
    assertThat(shop.storefront().get(LOG).status()).isEqualTo(401);
  }
}
