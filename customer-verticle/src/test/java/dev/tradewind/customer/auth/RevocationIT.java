package dev.tradewind.customer.auth;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Revocation on one node under concurrent lookups of the same credentials on two. */
@Timeout(600)
class RevocationIT {

  private static final int USERS = 8;
  private static final int ROUNDS = 300;
  private static final String HASH = "%064d";

  /** Change after which a credential is refused, or has another role. */
  private enum Change {
    LOGOUT(
        Made.SESSION,
        """
        UPDATE session
        SET user_id = NULL, user_credential_version = NULL, user_expires_at = NULL
        WHERE id_hash = $2 AND user_id = $1
        """),
    NEW_PASSWORD(
        Made.SESSION,
        """
        UPDATE "user" SET credential_version = credential_version + 1
        WHERE id = $1 AND $2::text IS NOT NULL
        """),
    NEW_PASSWORD_AND_API_TOKEN(
        Made.API_TOKEN,
        """
        UPDATE "user" SET credential_version = credential_version + 1
        WHERE id = $1 AND $2::text IS NOT NULL
        """),
    ENDED_TOKEN(Made.SIGNED_TOKEN, "DELETE FROM issued_token WHERE user_id = $1 AND id = $2"),
    ENDED_API_TOKEN(Made.API_TOKEN, "DELETE FROM api_token WHERE user_id = $1 AND token_hash = $2"),
    DELETION(
        Made.SESSION,
        "UPDATE \"user\" SET deleted_at = now() WHERE id = $1 AND $2::text IS NOT NULL"),
    ROLE(
        Made.SESSION,
        """
        UPDATE "user" SET role = CASE role WHEN 'admin' THEN 'member' ELSE 'admin' END
        WHERE id = $1 AND $2::text IS NOT NULL
        """);

    private final Made made;
    private final String statement;

    Change(Made made, String statement) {
      this.made = made;
      this.statement = statement;
    }
  }

  private enum Made {
    SESSION(
        """
        INSERT INTO session (id_hash, user_id, user_credential_version, user_expires_at, created_at,
          opened_by)
        SELECT $2, id, credential_version, now() + interval '1 day', now(), 'user'
        FROM "user" WHERE id = $1
        """),
    SIGNED_TOKEN(
        """
        INSERT INTO issued_token (id, user_id, credential_version, created_at, expires_at)
        SELECT $2, id, credential_version, now(), now() + interval '1 day'
        FROM "user" WHERE id = $1
        """),
    API_TOKEN(
        """
        INSERT INTO api_token (id, user_id, name, token_hash, credential_version, created_at,
          expires_at)
        SELECT 'at_' || $2, id, 'test', $2, credential_version, now(), now() + interval '1 day'
        FROM "user" WHERE id = $1
        """);

    private final String statement;

    Made(String statement) {
      this.statement = statement;
    }

    JsonObject shown(String user, String secret, int version) {
      return switch (this) {
        case SESSION -> new JsonObject().put("session", secret);
        case SIGNED_TOKEN ->
            new JsonObject()
                .put(
                    "user_token",
                    new JsonObject()
                        .put("id", user)
                        .put("version", version)
                        .put("token_id", secret));
        case API_TOKEN ->
            new JsonObject().put("api_token_hashes", new JsonArray().add("0").add(secret));
      };
    }
  }

  private final AuthHarness one = new AuthHarness();
  private final AuthHarness another = one.anotherNode();
  private final AtomicInteger secrets = new AtomicInteger();
  private final AtomicInteger lookups = new AtomicInteger();

  @BeforeEach
  void fill() {
    for (int user = 0; user < USERS; user++) {
      one.insertUser(id(user), user + "@example.com", "supersecret");
    }
  }

  @AfterEach
  void close() {
    another.close();
    one.close();
  }

  @Test
  void aRevokedCredentialIsRefusedOnAllNodesAtOnce() {
    await(
        Future.all(
            IntStream.range(0, USERS).mapToObj(user -> rounds(user, 0, new Reader())).toList()));

    assertThat(lookups.get()).isGreaterThan(ROUNDS);
  }

  @Test
  void concurrentRequestsShareStatementsAndGetTheirOwnAccounts() {
    List<JsonObject> shown = new ArrayList<>();
    for (int user = 0; user < USERS; user++) {
      String secret = HASH.formatted(user);
      run(Made.SESSION.statement, id(user), secret);
      shown.add(Made.SESSION.shown(id(user), secret, 1));
      shown.add(Made.SESSION.shown(id(user), "f".repeat(64), 1));
    }
    one.counter.drain();

    List<Future<JsonObject>> known =
        IntStream.range(0, 200).mapToObj(n -> ask(one, shown.get(n % shown.size()))).toList();
    await(Future.all(known));

    assertThat(one.counter.drain()).hasSizeLessThan(100);
    for (int n = 0; n < known.size(); n++) {
      JsonObject user = known.get(n).result().getJsonObject("user");
      if (n % 2 == 1) {
        assertThat(user).isNull();
      } else {
        assertThat(user.getString("id")).isEqualTo(id(n % shown.size() / 2));
      }
    }
  }

  private Future<Void> rounds(int user, int round, Reader reader) {
    return round == ROUNDS
        ? reader.stop()
        : round(user, Change.values()[(user + round) % Change.values().length], reader)
            .compose(done -> rounds(user, round + 1, reader));
  }

  private Future<Void> round(int user, Change change, Reader reader) {
    String id = id(user);
    String secret = HASH.formatted(secrets.incrementAndGet() + 1_000);
    return one.pool
        .preparedQuery(
            "UPDATE \"user\" SET deleted_at = NULL WHERE id = $1 RETURNING credential_version, role")
        .execute(Tuple.of(id))
        .compose(account -> {
          int version = account.iterator().next().getInteger(0);
          String role = account.iterator().next().getString(1);
          JsonObject shown = change.made.shown(id, secret, version);
          return later(change.made.statement, id, secret)
              .compose(made -> ask(another, shown))
              .map(known -> {
                assertThat(known.getJsonObject("user").getString("id")).isEqualTo(id);
                reader.read(shown);
                return known;
              })
              .compose(known -> later(change.statement, id, secret))
              .compose(changed -> Future.all(ask(one, shown), ask(another, shown)))
              .map(both -> {
                for (JsonObject known : both.<JsonObject>list()) {
                  if (change == Change.ROLE) {
                    assertThat(known.getJsonObject("user").getString("role")).isNotEqualTo(role);
                  } else {
                    assertThat(known.getJsonObject("user")).as("after %s", change).isNull();
                  }
                }
                return null;
              });
        });
  }

  /** Lookups of the present credentials of a user, so that statements are always under way. */
  private final class Reader {

    private volatile JsonObject shown = new JsonObject();
    private volatile boolean isOver;
    private final List<Future<Void>> running = new ArrayList<>();

    void read(JsonObject current) {
      shown = current;
      if (running.isEmpty()) {
        for (AuthHarness node : List.of(one, another, another)) {
          running.add(Future.future(stopped -> again(node, stopped)));
        }
      }
    }

    /** One promise for all lookups: composed futures would complete each other recursively. */
    private void again(AuthHarness node, Promise<Void> stopped) {
      lookups.incrementAndGet();
      ask(node, shown)
          .onFailure(stopped::fail)
          .onSuccess(known -> {
            if (isOver) {
              stopped.complete();
            } else {
              again(node, stopped);
            }
          });
    }

    Future<Void> stop() {
      isOver = true;
      return Future.all(running).mapEmpty();
    }
  }

  private static Future<JsonObject> ask(AuthHarness node, JsonObject shown) {
    return new CustomerClient(node.bus)
        .authenticate(CallContext.system(node.clock, Duration.ofMinutes(1)), shown);
  }

  private void run(String statement, String user, String secret) {
    await(later(statement, user, secret));
  }

  private Future<?> later(String statement, String user, String secret) {
    return one.pool.preparedQuery(statement).execute(Tuple.of(user, secret));
  }

  private static String id(int user) {
    return "usr_" + user;
  }
}
