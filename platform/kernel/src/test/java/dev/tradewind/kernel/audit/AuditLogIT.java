package dev.tradewind.kernel.audit;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(VertxExtension.class)
class AuditLogIT {

  private static final Schema SCHEMA = new Schema("left_side", "db/migration/left");
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00.123Z");
  private static final CallContext CALL =
      CallContext.system(Clock.systemUTC(), Duration.ofSeconds(30))
          .withPrincipal(
              new Principal(Principal.Kind.USER, "usr_1", Principal.Credential.API_TOKEN))
          .from("192.0.2.7");

  private Pool pool;

  @BeforeEach
  void migrate(Vertx vertx) {
    DatabaseConfig database =
        DatabaseConfig.parse(
            TestDatabase.copyOf(
                    "left",
                    url -> new Migrations(DatabaseConfig.parse(url, 1)).run(List.of(SCHEMA)))
                .url(),
            8);
    pool = SchemaPool.open(vertx, database, SCHEMA);
  }

  private static Event entry(String subject) {
    return new AuditEntry(
            "change", subject, new JsonObject().put("rate", 19), new JsonObject().put("rate", 7))
        .event(CALL, NOW);
  }

  private Future<Void> append(SqlClient db, String subject) {
    return Outbox.append(db, entry(subject));
  }

  private AuditVerification.Result verify(String... heads) {
    return await(new AuditVerification(pool, Set.of(heads)).verify());
  }

  private void sql(String statement) {
    await(pool.query(statement).execute());
  }

  @Test
  void anEntryIsRecordedWithItsEventAndItsActor() {
    await(append(pool, "one"));

    Row row = await(pool.query("SELECT * FROM audit_entry").execute()).iterator().next();
    assertThat(row.getString("actor_type")).isEqualTo("user");
    assertThat(row.getString("actor_id")).isEqualTo("usr_1");
    assertThat(row.getString("credential")).isEqualTo("api_token");
    assertThat(row.getString("address")).isEqualTo("192.0.2.7");
    assertThat(row.getString("request_id")).isEqualTo(CALL.commandId());
    assertThat(row.getString("action")).isEqualTo("change");
    assertThat(row.getString("subject")).isEqualTo("one");
    assertThat(row.getOffsetDateTime("created_at").toInstant()).isEqualTo(NOW);
    assertThat(row.getJson("before")).isEqualTo(new JsonObject().put("rate", 19));
    assertThat(row.getJson("after")).isEqualTo(new JsonObject().put("rate", 7));
  }

  @Test
  void anEntryOfARolledBackChangeIsNotRecorded() {
    failure(
        pool.withTransaction(
            db -> append(db, "one").compose(done -> Future.failedFuture("The change is refused"))));

    assertThat(verify().waiting()).isZero();
  }

  @Test
  void anEventThatReturnsToTheOutboxIsRecordedOnce() {
    Event event = entry("one");

    await(Outbox.append(pool, event));
    await(Outbox.append(pool, event));

    assertThat(verify().waiting()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE audit_entry SET actor_id = 'usr_2'",
        "DELETE FROM audit_entry",
        "TRUNCATE audit_entry",
        "UPDATE audit_chain SET hash = sha256('')",
        "DELETE FROM audit_chain",
        "TRUNCATE audit_chain",
        "UPDATE audit_entry SET actor_id = 'usr_2' WHERE false"
      })
  void theOwnerOfTheTablesCannotChangeThem(String statement) {
    await(append(pool, "one"));
    await(new AuditChain(pool).chain());

    assertThat(failure(pool.query(statement).execute())).hasMessageContaining("append-only");

    assertThat(verify().problems()).isEmpty();
    assertThat(verify().chained()).isEqualTo(1);
  }

  @Test
  void concurrentChangesAndChainersMakeOneIntactChain() {
    List<Future<?>> work = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      String subject = "subject-" + i;
      work.add(
          pool.withTransaction(db ->
              append(db, subject).compose(done -> db.query("SELECT pg_sleep(0.002)").execute())));
      if (i % 10 == 0) {
        work.add(new AuditChain(pool).chain());
      }
    }
    await(Future.all(work));
    await(new AuditChain(pool).chain());

    AuditVerification.Result result = verify();
    assertThat(result.problems()).isEmpty();
    assertThat(result.chained()).isEqualTo(400);
    assertThat(result.waiting()).isZero();
  }

  /** Tampering by an attacker with the rights of the owner. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          UPDATE audit_entry SET actor_id = 'usr_2' WHERE sequence = 3 | Entry 3 at position 3 was changed.
          UPDATE audit_entry SET created_at = now() WHERE sequence = 1 | Entry 1 at position 1 was changed.
          UPDATE audit_entry SET after = '{"rate": 8}' WHERE sequence = 6 | Entry 6 at position 6 was changed.
          DELETE FROM audit_entry WHERE sequence = 4 | Entry 4 at position 4 was removed.
          DELETE FROM audit_chain WHERE position = 2 | Positions 2 to 2 are missing.
          DELETE FROM audit_chain WHERE position = 1 | Positions 1 to 1 are missing.
          """)
  void verificationFindsTampering(String statement, String problem) {
    chainSix();
    assertThat(verify().problems()).isEmpty();

    tamper(statement);

    assertThat(verify().problems()).contains(problem);
  }

  @Test
  void verificationFindsAnEntryThatWasInsertedBesideTheChain() {
    chainSix();

    sql(
        """
        INSERT INTO audit_entry (id, created_at, actor_type, request_id, action, subject)
        VALUES ('forged', now(), 'system', 'r', 'change', 'one')
        """);

    assertThat(verify().problems()).containsExactly("1 entries were inserted beside the chain.");
  }

  @Test
  void anEarlierHeadShowsThatTheEndOfTheChainWasRemoved() {
    chainSix();
    String head = verify().head();
    assertThat(verify(head).found()).containsExactly(head);

    tamper(
        "DELETE FROM audit_chain WHERE position > 4; DELETE FROM audit_entry WHERE sequence > 4");

    assertThat(verify(head).problems()).isEmpty();
    assertThat(verify(head).found()).isEmpty();
  }

  private void chainSix() {
    for (int i = 0; i < 6; i++) {
      await(append(pool, "subject-" + i));
    }
    await(new AuditChain(pool).chain());
  }

  private void tamper(String statement) {
    sql(
        """
        ALTER TABLE audit_entry DISABLE TRIGGER append_only;
        ALTER TABLE audit_chain DISABLE TRIGGER append_only_chain;
        %s;
        """
            .formatted(statement));
  }
}
