package dev.tradewind.customer.invite;

import static dev.tradewind.customer.auth.AuthHarness.credentials;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.event.Topics;
import dev.tradewind.customer.auth.AuthHarness;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InvitesIT {

  private static final AuthHarness HARNESS = new AuthHarness();
  private static final JsonObject NOTHING = new JsonObject();
  private static final JsonObject KIM =
      new JsonObject().put("first_name", "Kim").put("password", "open sesame");

  @AfterAll
  static void close() {
    HARNESS.close();
  }

  @BeforeEach
  void forget() {
    HARNESS.run("DELETE FROM invite");
    HARNESS.run("DELETE FROM \"user\"");
    HARNESS.run("DELETE FROM outbox");
    HARNESS.run("DELETE FROM attempt");
  }

  @Test
  void anInvitedPersonBecomesAUser() {
    assertOk(invite("Kim@Example.com", "developer"));
    JsonObject invite = only();

    assertThat(invite.fieldNames())
        .containsExactlyInAnyOrder(
            "id",
            "created_at",
            "updated_at",
            "deleted_at",
            "user_email",
            "role",
            "accepted",
            "token",
            "expires_at",
            "metadata");
    assertThat(invite.getString("user_email")).isEqualTo("kim@example.com");
    assertThat(claims(invite).getString("invite_id")).isEqualTo(invite.getString("id"));
    assertThat(claims(invite).getString("role")).isEqualTo("developer");
    assertThat(claims(invite).getString("user_email")).isEqualTo("kim@example.com");

    assertOk(accept(invite.getString("token"), KIM));

    assertThat(invites()).isEmpty();
    JsonObject user =
        HARNESS
            .call("adminLogIn", credentials("kim@example.com", "open sesame"))
            .body()
            .toJsonObject()
            .getJsonObject("user");
    assertThat(user.getString("role")).isEqualTo("developer");
    assertThat(user.getString("first_name")).isEqualTo("Kim");
    assertThat(HARNESS.events("user.created")).hasSize(1);
  }

  @Test
  void theTokenIsOnlyInTheNotification() {
    invite("kim@example.com", "member");
    String id = only().getString("id");
    String token = only().getString("token");

    assertThat(HARNESS.events("invite.created"))
        .containsExactly(
            new JsonObject()
                .put("id", id)
                .put("user_email", "kim@example.com")
                .put("topic", Topics.ACCESS));
    JsonObject letter = HARNESS.events("notification.requested").getFirst();
    assertThat(letter.getString("topic")).isEqualTo(Topics.NOTIFICATION);
    assertThat(letter.getString("to")).isEqualTo("kim@example.com");
    assertThat(letter.getString("event_name")).isEqualTo("invite.created");
    assertThat(letter.getString("resource_id")).isEqualTo(id);
    assertThat(letter.getJsonObject("data").getString("token")).isEqualTo(token);
  }

  @Test
  void concurrentRequestsCreateOneOpenInvitePerEmail() {
    List<Future<Reply>> asked =
        IntStream.range(0, 8)
            .mapToObj(i ->
                HARNESS.later(
                    "adminCreateInvite",
                    NOTHING,
                    NOTHING,
                    new JsonObject().put("user", "kim@example.com").put("role", "member")))
            .toList();
    await(Future.all(asked));

    assertThat(asked).allSatisfy(each -> assertThat(each.result().status()).isEqualTo(200));
    assertThat(invites()).hasSize(1);
    assertOk(accept(only().getString("token"), KIM));
  }

  @Test
  void aSecondInviteChangesTheRoleAndRevokesTheOldToken() {
    invite("kim@example.com", "member");
    JsonObject first = only();
    invite("kim@example.com", "admin");

    JsonObject second = only();
    assertThat(second.getString("id")).isEqualTo(first.getString("id"));
    assertThat(second.getString("role")).isEqualTo("admin");
    assertRefused(accept(first.getString("token"), KIM), "Invalid invite");
    assertOk(accept(second.getString("token"), KIM));
  }

  @Test
  void anInviteExpiresAfterSevenDaysAndCanBeResent() {
    invite("kim@example.com", "member");
    String old = only().getString("token");
    HARNESS.clock.advance(Duration.ofDays(7).plusSeconds(1));
    assertRefused(accept(old, KIM), "Invalid invite");

    assertOk(resend(only().getString("id")));

    String renewed = only().getString("token");
    assertThat(renewed).isNotEqualTo(old);
    assertThat(HARNESS.events("invite.created")).hasSize(2);
    HARNESS.clock.advance(Duration.ofDays(6));
    assertRefused(accept(old, KIM), "Invalid invite");
    assertOk(accept(renewed, KIM));
  }

  @Test
  void anExistingUserIsNotInvited() {
    HARNESS.insertUser("usr_kim", "kim@example.com", "x");

    assertRefused(
        invite("KIM@example.com", "member"), "Can't invite a user with an existing account");
  }

  @Test
  void anInviteOfAPersonWhoJoinedMeanwhileIsRefused() {
    invite("kim@example.com", "member");
    HARNESS.insertUser("usr_kim", "kim@example.com", "x");

    assertRefused(accept(only().getString("token"), KIM), "User already joined");
    assertThat(invites()).hasSize(1);
  }

  @Test
  void anInviteIsAcceptedOnce() {
    invite("kim@example.com", "member");
    JsonObject body = new JsonObject().put("token", only().getString("token")).put("user", KIM);
    List<Future<Reply>> accepted =
        IntStream.range(0, 5)
            .mapToObj(i -> HARNESS.later("adminAcceptInvite", NOTHING, NOTHING, body))
            .toList();
    await(Future.all(accepted));

    assertThat(accepted).filteredOn(each -> each.result().status() == 200).hasSize(1);
    assertThat(accepted)
        .filteredOn(each -> each.result().status() != 200)
        .allSatisfy(each ->
            assertThat(each.result().body().toJsonObject().getString("message"))
                .isIn("Invalid invite", "User already joined"));
    assertThat(HARNESS.count("\"user\"")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "a.b.c", "eyJhbGciOiJub25lIn0.e30."})
  void anInvalidInviteTokenIsRefused(String token) {
    assertRefused(accept(token, KIM), "Token is not valid");
  }

  @Test
  void anAccessTokenIsNoInviteToken() {
    HARNESS.insertUser("usr_1", "admin@example.com", "supersecret");
    String token =
        HARNESS
            .call("adminIssueToken", credentials("admin@example.com", "supersecret"))
            .body()
            .toJsonObject()
            .getString("access_token");

    assertRefused(accept(token, KIM), "Token is not valid");
  }

  @Test
  void anInviteIsRevoked() {
    invite("kim@example.com", "member");
    String token = only().getString("token");
    JsonObject path = new JsonObject().put("invite_id", only().getString("id"));

    for (int i = 0; i < 2; i++) {
      assertThat(HARNESS.ask("adminDeleteInvite", path, NOTHING, null).body().toJsonObject())
          .isEqualTo(
              new JsonObject()
                  .put("id", path.getString("invite_id"))
                  .put("object", "invite")
                  .put("deleted", true));
    }
    assertThat(invites()).isEmpty();
    assertRefused(accept(token, KIM), "Invalid invite");
    assertRefused(resend(path.getString("invite_id")), "Invite doesn't exist");
  }

  private static Reply invite(String email, String role) {
    JsonObject body = new JsonObject().put("user", email).put("role", role);
    return HARNESS.ask("adminCreateInvite", NOTHING, NOTHING, body);
  }

  private static Reply resend(String id) {
    return HARNESS.ask("adminResendInvite", new JsonObject().put("invite_id", id), NOTHING, null);
  }

  private static Reply accept(String token, JsonObject user) {
    return HARNESS.call(
        "adminAcceptInvite", new JsonObject().put("token", token).put("user", user));
  }

  private static JsonArray invites() {
    return HARNESS
        .ask("adminListInvites", NOTHING, NOTHING, null)
        .body()
        .toJsonObject()
        .getJsonArray("invites");
  }

  private static JsonObject only() {
    assertThat(invites()).hasSize(1);
    return invites().getJsonObject(0);
  }

  private static JsonObject claims(JsonObject invite) {
    byte[] payload = Base64.getUrlDecoder().decode(invite.getString("token").split("\\.", -1)[1]);
    return new JsonObject(new String(payload, StandardCharsets.UTF_8));
  }

  private static void assertOk(Reply reply) {
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    assertThat(reply.body().toString()).isEqualTo("OK");
  }

  private static void assertRefused(Reply reply, String message) {
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.body().toJsonObject())
        .isEqualTo(new JsonObject().put("type", "invalid_data").put("message", message));
  }
}
