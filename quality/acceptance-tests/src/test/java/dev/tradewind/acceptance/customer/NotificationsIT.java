package dev.tradewind.acceptance.customer;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.StaffClient.json;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.providers.test.TestNotificationProvider;
import dev.tradewind.providers.test.TestNotificationProvider.Letter;
import dev.tradewind.providers.test.TestNotificationProvider.Outcome;
import dev.tradewind.spi.notification.Notification;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Notifications about events, sent by a provider that loses answers. */
class NotificationsIT {

  private static Shop shop;
  private static StaffClient staff;

  private final String email = "reader-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    staff = new StaffClient(shop);
  }

  @Test
  void anEventIsNotifiedOfOnceHoweverOftenItIsPublished() {
    String note = newNote();
    awaitSettled(note);

    JsonObject notification = only(listed("resource_id=" + note));
    assertThat(notification.fieldNames())
        .containsExactlyInAnyOrder(
            "id",
            "created_at",
            "updated_at",
            "event_name",
            "resource_type",
            "resource_id",
            "to",
            "provider_id",
            "resends");
    assertThat(notification.getString("event_name")).isEqualTo("note.created");
    assertThat(notification.getString("resource_type")).isEqualTo("note");
    assertThat(notification.getString("provider_id")).isEqualTo(TestNotificationProvider.ID);

    await(
        shop.orders()
            .preparedQuery("UPDATE outbox SET sent_at = NULL WHERE subject = $1")
            .execute(Tuple.of(note)));
    shop.awaitNoWaitingEvents();
    awaitSettled(note);
    assertThat(listed("resource_id=" + note)).hasSize(1);
    assertThat(TestNotificationProvider.sentAbout(note)).isEqualTo(1);
  }

  @Test
  void aLostAnswerIsAskedForAgainUnderTheSameKey() {
    String customer = newCustomer();
    TestNotificationProvider.script(customer, Outcome.UNANSWERED);

    requestPasswordReset();

    until(() -> work(customer).equals("asked"));
    makeDue(customer);
    awaitSettled(customer);
    assertThat(TestNotificationProvider.sentAbout(customer)).isEqualTo(1);
    assertThat(listed("resource_id=" + customer)).hasSize(1);
    Letter letter = TestNotificationProvider.sentTo(customer, email).orElseThrow();
    assertThat(letter.eventType()).isEqualTo("customer.password_reset");
    assertThat(letter.data().getString("token")).isNotEmpty();
    assertThat(keptData(customer)).as("data with the token").isNull();
  }

  @Test
  void aNotificationHasItsRecipientAndTheResourceAsStaffSeeIt() {
    String customer = newCustomer();
    staff.post("/admin/customers/" + customer, "{'metadata': {'language': 'pt-BR'}}");

    requestPasswordReset();
    awaitSettled(customer);

    Notification asked = TestNotificationProvider.asked(customer).orElseThrow();
    assertThat(asked.eventType()).isEqualTo("customer.password_reset");
    assertThat(asked.recipient()).isEqualTo(email);
    assertThat(asked.language()).isEqualTo("pt-BR");
    assertThat(asked.resource())
        .isEqualTo(staff.get("/admin/customers/" + customer).getJsonObject("customer"));
  }

  @Test
  void aNotificationOfTheCatalogHasItsResource() {
    String id =
        staff
            .post("/admin/collections", "{'title': '%s'}", Ids.ulid())
            .getJsonObject("collection")
            .getString("id");
    staff.post("/admin/collections/" + id, "{'title': 'Changed'}");
    shop.awaitNoWaitingEvents();
    until(() -> TestNotificationProvider.asked(id).isPresent());

    assertThat(TestNotificationProvider.asked(id).orElseThrow().resource())
        .isEqualTo(staff.get("/admin/collections/" + id).getJsonObject("collection"));
  }

  @Test
  void aRefusedNotificationIsNotRepeated() {
    String customer = newCustomer();
    TestNotificationProvider.script(customer, Outcome.REFUSED);
    requestPasswordReset();
    until(() -> work(customer).equals("failed"));

    assertThat(listed("resource_id=" + customer)).isEmpty();
    assertThat(keptData(customer)).isNull();
  }

  @Test
  void aProviderMayHaveNoNotificationForAnEvent() {
    String customer = newCustomer();
    TestNotificationProvider.script(customer, Outcome.NONE);
    requestPasswordReset();
    until(() -> work(customer).equals("done"));

    assertThat(listed("resource_id=" + customer)).isEmpty();
  }

  @Test
  void aNotificationIsSentAgainToTheSameOrAnotherRecipient() {
    String note = newNote();
    awaitSettled(note);
    String id = only(listed("resource_id=" + note)).getString("id");
    String path = "/admin/notifications/" + id + "/resend";

    staff.post(path, "{}");
    JsonObject original = staff.post(path, "{'to': '%s'}", email).getJsonObject("notification");

    assertThat(original.getString("id")).isEqualTo(id);
    assertThat(original.getJsonArray("resends"))
        .extracting(resend -> ((JsonObject) resend).getString("to"))
        .containsExactly("customer@example.com", email);
    assertThat(TestNotificationProvider.sentAbout(note)).isEqualTo(3);
    assertThat(listed("resource_id=" + note)).hasSize(1);
    assertThat(listed("resource_id=" + note + "&include_resends=1")).hasSize(3);
    assertThat(listed("include_resends=true&to=" + email + ",x@example.com")).hasSize(1);
    assertThat(only(listed("resource_id=" + note + "&fields=event_name,data&expand=")).fieldNames())
        .containsExactlyInAnyOrder("id", "event_name", "data");
    assertRefused(
        staff.tryPost(path, "{'to': 'x@nowhere.example'}"),
        400,
        "invalid_data",
        "No such recipient");
    assertRefused(
        staff.tryPost("/admin/notifications/noti_none/resend", "{}"),
        404,
        "not_found",
        "Notification with id: noti_none was not found.");
    assertThat(staff.tryGet("/admin/notifications?fields=nothing").status()).isEqualTo(400);
    assertThat(staff.tryGet("/admin/notifications?include_resends=2").status()).isEqualTo(400);
  }

  @Test
  void anotherRecipientTakesThePermissionToReadWhatTheNotificationTells() {
    String token = "limited-" + Ids.ulid();
    shop.newUser(email, "open sesame", "token-" + email);
    shop.setRole(email, "admin");
    shop.limitToken(email, token, "notifications:*");
    StaffClient limited =
        new StaffClient(shop.enforcingRoles(), new String[] {"x-medusa-access-token", token});
    String note = newNote();
    awaitSettled(note);
    String path =
        "/admin/notifications/" + only(listed("resource_id=" + note)).getString("id") + "/resend";

    limited.post(path, "{}");
    limited.post(path, "{'to': 'customer@example.com'}");
    Answer refused = limited.tryPost(path, "{'to': '%s'}", email);

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body().getString("message")).contains("orders:read");
    assertThat(TestNotificationProvider.sentAbout(note)).isEqualTo(3);
  }

  @Test
  void aNotificationExpandsItsCustomerProviderAndOriginal() {
    String customer = newCustomer();
    requestPasswordReset();
    awaitSettled(customer);
    String query = "resource_id=" + customer + "&include_resends=1&expand=";
    String id = only(listed("resource_id=" + customer)).getString("id");
    await(
        shop.orders()
            .preparedQuery("UPDATE notification SET customer_id = $1 WHERE resource_id = $1")
            .execute(Tuple.of(customer)));
    staff.post("/admin/notifications/" + id + "/resend", "{}");

    JsonArray notifications = listed(query + "customer,parent_notification,provider");

    assertThat(notifications)
        .hasSize(2)
        .allSatisfy(each -> {
          JsonObject notification = (JsonObject) each;
          assertThat(notification.getJsonObject("customer").getString("email")).isEqualTo(email);
          assertThat(notification.getJsonObject("provider"))
              .isEqualTo(
                  new JsonObject()
                      .put("id", TestNotificationProvider.ID)
                      .put("is_installed", true));
        })
        .extracting(each -> ((JsonObject) each).getJsonObject("parent_notification"))
        .extracting(original -> original == null ? null : original.getString("id"))
        .containsExactlyInAnyOrder(null, id);
  }

  @Test
  void resendsAndOriginalsExpandTheirProviders() {
    String note = newNote();
    awaitSettled(note);
    String id = only(listed("resource_id=" + note)).getString("id");
    staff.post("/admin/notifications/" + id + "/resend", "{}");

    JsonArray notifications =
        listed(
            "resource_id="
                + note
                + "&include_resends=1"
                + "&expand=resends.provider,parent_notification.provider");

    JsonObject provider =
        new JsonObject().put("id", TestNotificationProvider.ID).put("is_installed", true);
    assertThat(notifications)
        .hasSize(2)
        .allSatisfy(each -> {
          JsonObject notification = (JsonObject) each;
          JsonObject other =
              notification.getString("id").equals(id)
                  ? only(notification.getJsonArray("resends"))
                  : notification.getJsonObject("parent_notification");
          assertThat(other.getJsonObject("provider")).isEqualTo(provider);
        });
  }

  private static String newNote() {
    return staff
        .post(
            "/admin/notes",
            "{'resource_id': 'order_1', 'resource_type': 'order', 'value': 'Call back'}")
        .getJsonObject("note")
        .getString("id");
  }

  private String newCustomer() {
    return StaffClient.ok(
            shop.storefront()
                .post(
                    "/store/customers",
                    json(
                        "{'first_name': 'A', 'last_name': 'B', 'password': 'secret one',"
                            + " 'email': '%s'}",
                        email)))
        .getJsonObject("customer")
        .getString("id");
  }

  private void requestPasswordReset() {
    Answer answer =
        shop.storefront().post("/store/customers/password-token", json("{'email': '%s'}", email));
    assertThat(answer.status()).isEqualTo(204);
  }

  private static JsonArray listed(String query) {
    return staff.get("/admin/notifications?" + query).getJsonArray("notifications");
  }

  private static JsonObject only(JsonArray array) {
    assertThat(array).hasSize(1);
    return array.getJsonObject(0);
  }

  private static void awaitSettled(String resource) {
    until(() -> work(resource).equals("done"));
  }

  private static String work(String resource) {
    return await(
            shop.orders()
                .preparedQuery("SELECT status FROM notification_work WHERE resource_id = $1")
                .execute(Tuple.of(resource)))
        .stream()
        .map(row -> row.getString(0))
        .findFirst()
        .orElse("");
  }

  private static JsonObject keptData(String resource) {
    return await(
            shop.orders()
                .preparedQuery("SELECT data FROM notification_work WHERE resource_id = $1")
                .execute(Tuple.of(resource)))
        .iterator()
        .next()
        .getJsonObject(0);
  }

  /** Ends the backoff. */
  private static void makeDue(String resource) {
    until(() -> TestNotificationProvider.sentAbout(resource) > 0);
    await(
        shop.orders()
            .preparedQuery(
                "UPDATE notification_work SET due_at = '-infinity' WHERE resource_id = $1")
            .execute(Tuple.of(resource)));
  }
}
