package dev.tradewind.customer.user;

import static dev.tradewind.customer.auth.AuthHarness.cookie;
import static dev.tradewind.customer.auth.AuthHarness.credentials;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.customer.RolePermissions;
import dev.tradewind.api.event.Topics;
import dev.tradewind.customer.auth.AuthHarness;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.text.Sha256;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsersIT {

  private static final AuthHarness HARNESS = new AuthHarness();
  private static final JsonObject NOTHING = new JsonObject();

  @AfterAll
  static void close() {
    HARNESS.close();
  }

  @BeforeEach
  void forget() {
    HARNESS.run("DELETE FROM \"user\"");
    HARNESS.run("DELETE FROM outbox");
    HARNESS.run("DELETE FROM attempt");
    HARNESS.clock.advance(Duration.ofSeconds(2));
  }

  @Test
  void aUserIsCreatedWithAllFieldsOfTheReference() {
    JsonObject user =
        user(
            create(
                credentials(" Staff@Example.com", "open sesame")
                    .put("first_name", "Sam")
                    .put("role", "developer")));

    assertThat(user.fieldNames())
        .containsExactly(
            "id",
            "created_at",
            "updated_at",
            "deleted_at",
            "role",
            "email",
            "first_name",
            "last_name",
            "api_token",
            "metadata");
    assertThat(user.getString("id")).startsWith("usr_");
    assertThat(user.getString("email")).isEqualTo("staff@example.com");
    assertThat(user.getString("role")).isEqualTo("developer");
    assertThat(HARNESS.call("adminLogIn", credentials("staff@example.com", "open sesame")).status())
        .isEqualTo(200);
    assertThat(HARNESS.events("user.created"))
        .containsExactly(
            new JsonObject().put("id", user.getString("id")).put("topic", Topics.ACCESS));
  }

  @Test
  void theDefaultRoleIsMember() {
    assertThat(user(create(credentials("a@example.com", "x"))).getString("role"))
        .isEqualTo("member");
    assertThat(user(create(credentials("b@example.com", "x").putNull("role"))).getString("role"))
        .isEqualTo("member");
  }

  @Test
  void concurrentCreationsMakeOneUserPerEmail() {
    List<Future<Reply>> made =
        IntStream.range(0, 6)
            .mapToObj(i ->
                HARNESS.later(
                    "adminCreateUser", NOTHING, NOTHING, credentials("Twin@example.com", "x")))
            .toList();
    await(Future.all(made));

    assertThat(made).filteredOn(each -> each.result().status() == 200).hasSize(1);
    assertThat(made)
        .filteredOn(each -> each.result().status() != 200)
        .allSatisfy(each -> {
          assertThat(each.result().status()).isEqualTo(400);
          assertThat(each.result().body().toJsonObject())
              .isEqualTo(
                  new JsonObject()
                      .put("type", "invalid_data")
                      .put("message", "A user with the same email already exists."));
        });
    assertThat(HARNESS.events("user.created")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                    | cleo, bob, ada",
        "{\"order\": \"email\"}                | ada, bob, cleo",
        "{\"order\": \"-first_name\"}          | cleo, bob, ada",
        "{\"id\": \"usr_bob\"}                 | bob",
        "{\"id\": [\"usr_bob\", \"usr_ada\"]}  | bob, ada",
        "{\"email\": \"BOB@example.com\"}      | bob",
        "{\"first_name\": \"Ada\"}             | ada",
        "{\"last_name\": \"Stone\"}            | cleo, bob",
        "{\"role\": \"admin\"}                 | ada",
        "{\"role\": [\"admin\", \"member\"]}   | bob, ada",
        "{\"q\": \"STO\"}                      | cleo, bob",
        "{\"q\": \"STO\", \"email\": \"cleo@example.com\"} | cleo",
        "{\"q\": \"sto\", \"role\": \"member\"} | bob",
        "{\"created_at\": {\"gt\": \"2024-01-02T00:00:00.000Z\"}} | cleo",
        "{\"updated_at\": {\"lte\": \"2024-01-01T00:00:00.000Z\"}} | ada",
        "{\"deleted_at\": {\"gt\": \"2000-01-01T00:00:00.000Z\"}} | gone",
        "{\"limit\": 1, \"offset\": 1}         | bob"
      })
  void usersAreListed(String query, String expected) {
    fillList();

    JsonObject page =
        HARNESS.ask("adminListUsers", NOTHING, new JsonObject(query), null).body().toJsonObject();

    assertThat(page.getJsonArray("users"))
        .extracting(each -> ((JsonObject) each).getString("id").replace("usr_", ""))
        .containsExactly(expected.split(", "));
    assertThat(page.fieldNames()).containsExactlyInAnyOrder("users", "count", "offset", "limit");
  }

  @Test
  void aPageTakesOneStatementAndHasTheDefaultSize() {
    fillList();
    HARNESS.counter.drain();

    JsonObject page = HARNESS.ask("adminListUsers", NOTHING, NOTHING, null).body().toJsonObject();

    assertThat(HARNESS.counter.drain()).hasSize(1);
    assertThat(page.getInteger("limit")).isEqualTo(50);
    assertThat(page.getInteger("count")).isEqualTo(3);
  }

  @Test
  void fieldsAreChosenAndUnknownNamesRefused() {
    fillList();
    JsonObject chosen = new JsonObject().put("fields", "email").put("id", "usr_ada");

    assertThat(
            HARNESS
                .ask("adminListUsers", NOTHING, chosen, null)
                .body()
                .toJsonObject()
                .getJsonArray("users"))
        .isEqualTo(
            new JsonArray()
                .add(new JsonObject().put("id", "usr_ada").put("email", "ada@example.com")));
    for (String name : List.of("expand", "fields", "order")) {
      JsonObject secret = new JsonObject().put(name, "password_hash");
      assertThat(HARNESS.ask("adminListUsers", NOTHING, secret, null).status()).isEqualTo(400);
    }
  }

  private static void fillList() {
    insert("ada", "Ada", "Lake", "admin", "2024-01-01");
    insert("bob", "Bob", "Stone", "member", "2024-01-02");
    insert("cleo", "Cleo", "Stone", "developer", "2024-01-03");
    insert("gone", "Gone", "Stone", "member", "2024-01-04");
    HARNESS.run("UPDATE \"user\" SET deleted_at = now() WHERE id = 'usr_gone'");
  }

  private static void insert(String name, String first, String last, String role, String day) {
    HARNESS.run(
        """
        INSERT INTO "user" (id, email, first_name, last_name, role, created_at, updated_at)
        VALUES ('usr_' || $1, $1 || '@example.com', $2, $3, $4, $5::text::timestamptz,
          $5::text::timestamptz)
        """,
        name,
        first,
        last,
        role,
        day);
  }

  @Test
  void aUserIsUpdatedAndPublished() {
    String id = user(create(credentials("sam@example.com", "x"))).getString("id");
    update(id, new JsonObject().put("metadata", new JsonObject().put("a", 1).put("b", 2)));

    JsonObject changed =
        user(
            update(
                id,
                new JsonObject()
                    .put("first_name", "Sam")
                    .put("role", "admin")
                    .put("metadata", new JsonObject().put("a", "").put("c", 3))));

    assertThat(changed.getString("first_name")).isEqualTo("Sam");
    assertThat(changed.getString("role")).isEqualTo("admin");
    assertThat(changed.getJsonObject("metadata"))
        .isEqualTo(new JsonObject().put("b", 2).put("c", 3));
    assertThat(HARNESS.events("user.updated")).hasSize(2);
    assertThat(user(update(id, new JsonObject().putNull("role"))).getString("role"))
        .isEqualTo("admin");
  }

  @Test
  void anUnknownUserIsNotFound() {
    JsonObject path = new JsonObject().put("id", "usr_x");

    for (Reply reply :
        List.of(
            HARNESS.ask("adminGetUser", path, NOTHING, null),
            update("usr_x", new JsonObject().put("role", "admin")),
            update("usr_x", NOTHING))) {
      assertThat(reply.status()).isEqualTo(404);
      assertThat(reply.body().toJsonObject().getString("message"))
          .isEqualTo("User with id: usr_x was not found");
    }
  }

  @Test
  void aDeletedUserLosesAccessAtOnceAndReleasesTheEmail() {
    JsonObject sam = credentials("sam@example.com", "x");
    String id = user(create(sam)).getString("id");
    String session = cookie(HARNESS.call("adminLogIn", sam));

    Reply reply = HARNESS.ask("adminDeleteUser", new JsonObject().put("id", id), NOTHING, null);

    assertThat(reply.body().toJsonObject())
        .isEqualTo(new JsonObject().put("id", id).put("object", "user").put("deleted", true));
    assertThat(HARNESS.idsOf(session)).isEmpty();
    assertThat(HARNESS.ask("adminGetUser", new JsonObject().put("id", id), NOTHING, null).status())
        .isEqualTo(404);
    assertThat(create(sam).status()).isEqualTo(200);
    assertThat(HARNESS.events("user.deleted")).hasSize(1);
  }

  @Test
  void deletingAnUnknownUserSucceedsWithoutAnEvent() {
    Reply reply =
        HARNESS.ask("adminDeleteUser", new JsonObject().put("id", "usr_x"), NOTHING, null);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(HARNESS.count("outbox")).isZero();
  }

  @Test
  void anApiTokenIsCreatedOnceAndRenewedOnRequest() {
    String id = user(create(credentials("sam@example.com", "x"))).getString("id");
    ApiTokens tokens = new ApiTokens(HARNESS.pool, HARNESS.clock);

    String first = await(tokens.of(" SAM@example.com", false));
    assertThat(await(tokens.of("sam@example.com", false).map("").otherwise(Throwable::getMessage)))
        .contains("cannot be shown again");
    String second = await(tokens.of("sam@example.com", true));

    assertThat(second).isNotEqualTo(first).hasSizeGreaterThanOrEqualTo(43);
    assertThat(
            user(HARNESS.ask("adminGetUser", new JsonObject().put("id", id), NOTHING, null))
                .getString("api_token"))
        .isNull();
    assertThat(HARNESS.one("SELECT \"user\"::text FROM \"user\"").getString(0))
        .doesNotContain(first, second)
        .contains(Sha256.of(second));
    assertThat(HARNESS.one("SELECT string_agg(data::text, '') FROM outbox").getString(0))
        .doesNotContain(first, second);
    assertThat(
            await(tokens.of("absent@example.com", false).map("").otherwise(Throwable::getMessage)))
        .contains("absent@example.com");
  }

  @Test
  void aUserGetsAnOwnRoleOfTheOperator() {
    RolePermissions roles =
        RolePermissions.with(new JsonObject().put("support", new JsonArray().add("orders:read")));
    try (AuthHarness harness = new AuthHarness(AuthHarness.CONFIG.withRoles(roles))) {
      harness.insertUser("usr_1", "sam@example.com", "open sesame");
      harness.run("UPDATE \"user\" SET api_token = 'sesame' WHERE id = 'usr_1'");

      assertThat(setRole(harness, "support").status()).isEqualTo(200);
      assertThat(role(harness)).isEqualTo("support");
      assertThat(setRole(harness, "unheard-of").status()).isEqualTo(400);
      assertThat(role(harness)).isEqualTo("support");

      JsonObject id = new JsonObject().put("id", "usr_1");
      JsonObject shown =
          user(
              harness.ask(
                  "adminUpdateUser", id, NOTHING, new JsonObject().put("first_name", "Sam")));
      assertThat(shown.getString("role")).isEqualTo("member");
      assertThat(shown.fieldNames()).doesNotContain("own_role");
      assertThat(role(harness)).isEqualTo("support");

      harness.ask("adminUpdateUser", id, NOTHING, new JsonObject().put("role", "developer"));
      assertThat(role(harness)).isEqualTo("developer");
      assertThat(setRole(harness, "admin").status()).isEqualTo(200);
      assertThat(role(harness)).isEqualTo("admin");
      assertThat(
              harness
                  .ask("adminListRoles", NOTHING, NOTHING, null)
                  .body()
                  .toJsonObject()
                  .getJsonArray("roles"))
          .contains(
              new JsonObject()
                  .put("name", "support")
                  .put("permissions", new JsonArray().add("orders:read")));
    }
  }

  private static Reply setRole(AuthHarness harness, String role) {
    return harness.ask(
        "adminSetRoleOfUser",
        new JsonObject().put("id", "usr_1"),
        NOTHING,
        new JsonObject().put("role", role));
  }

  private static String role(AuthHarness harness) {
    JsonArray hashes = new JsonArray().add(Sha256.of("sesame"));
    return harness
        .authenticate(new JsonObject().put("api_token_hashes", hashes))
        .getJsonObject("user")
        .getString("role");
  }

  private static Reply create(JsonObject body) {
    return HARNESS.ask("adminCreateUser", NOTHING, NOTHING, body);
  }

  private static Reply update(String id, JsonObject body) {
    return HARNESS.ask("adminUpdateUser", new JsonObject().put("id", id), NOTHING, body);
  }

  private static JsonObject user(Reply reply) {
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject().getJsonObject("user");
  }
}
