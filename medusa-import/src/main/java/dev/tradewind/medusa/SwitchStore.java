package dev.tradewind.medusa;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * State of the switch from a Medusa v1 server in steps, and the nodes that follow it. Writes go
 * from one shop to the other only over a step in which they are held, which every node must have
 * confirmed: so no write is in progress in one shop while the other one takes writes.
 */
public final class SwitchStore {

  /** Creates the tables, once by concurrent nodes. */
  private static final String PREPARE =
      "SELECT pg_advisory_xact_lock(hashtext('medusa_import'));" + MoveState.TABLES;

  /**
   * The lock of the row orders the registration of a node before or after a step. Reads are here as
   * soon as the copy is complete: a node that learns late of the next step shows what others write.
   */
  private static final String CONFIRM =
      """
      WITH state AS (SELECT * FROM medusa_import.switch FOR SHARE),
      node AS (
        INSERT INTO medusa_import.switch_node AS n (id, revision, writes_in_flight)
        SELECT $1, coalesce($2, revision), $3 FROM state
        ON CONFLICT (id) DO UPDATE
        SET revision = excluded.revision, writes_in_flight = excluded.writes_in_flight,
          seen_at = now()
        WHERE n.revision <> excluded.revision
          OR n.writes_in_flight <> excluded.writes_in_flight
          OR n.seen_at < now() - interval '5 seconds'
      )
      SELECT revision, writes, held_here,
        CASE
          WHEN writes = 'held' AND EXISTS (
            SELECT FROM medusa_import.move WHERE finished_at IS NOT NULL
          ) THEN '{all}'
          ELSE reads
        END AS reads
      FROM state
      """;

  private static final String STATE =
      "SELECT revision, reads, writes, held_here FROM medusa_import.switch";

  private static final String FINISHED =
      "SELECT EXISTS (SELECT FROM medusa_import.move WHERE finished_at IS NOT NULL)";

  private static final String EXISTS =
      """
      SELECT EXISTS (
        SELECT FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE n.nspname = 'medusa_import' AND c.relname = 'switch'
      )
      """;

  /**
   * A shop that was copied without being followed is here as soon as it is copied; one that is
   * followed, from its switch on, and before gateways in shadow mode, from the step of its writes.
   * A move of an earlier version lacks the column.
   */
  private static final String SWITCHED_AT =
      """
      SELECT
        CASE
          WHEN move.source IS NULL AND shadow.is_absent THEN 'epoch'
          WHEN move.is_here AND (s.writes = 'here' OR s.writes = 'v1' AND shadow.is_absent)
            THEN move.since
        END
      FROM medusa_import.switch AS s
      CROSS JOIN (
        SELECT NOT $1 AND NOT EXISTS (SELECT FROM medusa_import.switch_node) AS is_absent
      ) AS shadow
      LEFT JOIN (
        SELECT source, coalesce(finished_at, copied_at, completed_at) AS since,
          finished_at IS NOT NULL
            OR to_jsonb(m) ->> 'followed_at' IS NULL
              AND coalesce(copied_at, completed_at) IS NOT NULL AS is_here
        FROM medusa_import.move AS m
      ) AS move ON true
      """;

  private static final String LATE =
      """
      SELECT n.id, extract(epoch FROM now() - n.seen_at)::integer, n.writes_in_flight,
        n.revision = s.revision
      FROM medusa_import.switch_node AS n
      CROSS JOIN medusa_import.switch AS s
      ORDER BY n.id
      """;

  /**
   * Takes the step if all nodes have confirmed the one before, and the record of {@code --finish}
   * is there or not, as the step needs it.
   */
  private static final String LEAVE_HELD =
      """
      WITH finished AS (
        SELECT FROM medusa_import.move WHERE finished_at IS NOT NULL FOR SHARE
      )
      UPDATE medusa_import.switch AS s
      SET writes = $1, held_here = false, revision = revision + 1
      WHERE s.writes = 'held'
        AND EXISTS (SELECT FROM finished) = $2
        AND NOT EXISTS (
          SELECT FROM medusa_import.switch_node AS n
          WHERE n.revision < s.revision OR n.writes_in_flight > 0
        )
      """;

  private static final String HOLD =
      """
      UPDATE medusa_import.switch
      SET writes = 'held', held_here = (writes = 'here'), revision = revision + 1
      WHERE writes <> 'held'
      """;

  private static final String READS =
      """
      UPDATE medusa_import.switch SET reads = $1, revision = revision + 1
      WHERE reads <> $1
      """;

  private final Pool pool;

  /**
   * State of the switch.
   *
   * @param revision rises with each step
   * @param reads ids of operations whose reads Tradewind answers, or {@code all}
   * @param writes {@code v1}, {@code held} or {@code here}
   * @param heldHere whether held writes came here before and are not in the v1 shop yet: all reads
   *     stay here
   */
  public record State(long revision, Set<String> reads, String writes, boolean heldHere) {}

  /**
   * Node in shadow mode.
   *
   * @param seenSecondsAgo seconds since its last sign of life
   * @param hasConfirmed whether it works by the present state
   */
  public record Node(String id, int seenSecondsAgo, int writesInFlight, boolean hasConfirmed) {}

  /**
   * @param pool of the login that owns the schema {@code medusa_import}
   */
  public SwitchStore(Pool pool) {
    this.pool = pool;
  }

  /** Creates the tables if they are not there. */
  public Future<Void> prepare() {
    return pool.query(PREPARE).execute().mapEmpty();
  }

  /** Whether the database has the tables: an ordinary shop has none. */
  public Future<Boolean> exists() {
    return pool.query(EXISTS).execute().map(rows -> rows.iterator().next().getBoolean(0));
  }

  /**
   * Time since which this shop takes the writes; the epoch if no other one did, empty while another
   * one does, or writes are held.
   *
   * @param isShadowing whether this node is in shadow mode, registered or not
   */
  public Future<Optional<Instant>> switchedAt(boolean isShadowing) {
    return pool.preparedQuery(SWITCHED_AT)
        .execute(Tuple.of(isShadowing))
        .map(rows ->
            Optional.ofNullable(rows.iterator().next().getOffsetDateTime(0))
                .map(OffsetDateTime::toInstant));
  }

  /** Registers a node by the present state. */
  public Future<State> register(String node) {
    return pool.preparedQuery(CONFIRM).execute(Tuple.of(node, null, 0)).map(SwitchStore::state);
  }

  /** Confirms that a node works by a state, and returns the present one. */
  public Future<State> confirm(String node, long revision, int writesInFlight) {
    return pool.preparedQuery(CONFIRM)
        .execute(Tuple.of(node, revision, writesInFlight))
        .map(SwitchStore::state);
  }

  /** Forgets a node that has stopped. */
  public Future<Void> forget(String node) {
    return pool.preparedQuery("DELETE FROM medusa_import.switch_node WHERE id = $1")
        .execute(Tuple.of(node))
        .mapEmpty();
  }

  public Future<State> state() {
    return pool.query(STATE).execute().map(SwitchStore::state);
  }

  /** Whether {@code move-in --finish} has recorded the switch. */
  public Future<Boolean> isFinished() {
    return pool.query(FINISHED).execute().map(rows -> rows.iterator().next().getBoolean(0));
  }

  public Future<List<Node>> nodes() {
    return pool.query(LATE)
        .execute()
        .map(rows -> {
          List<Node> nodes = new ArrayList<>();
          for (Row row : rows) {
            nodes.add(
                new Node(
                    row.getString(0), row.getInteger(1), row.getInteger(2), row.getBoolean(3)));
          }
          return nodes;
        });
  }

  /** Sets the operations whose reads Tradewind answers. */
  public Future<Void> reads(Collection<String> operations) {
    String[] sorted = new TreeSet<>(operations).toArray(String[]::new);
    return pool.preparedQuery(READS).execute(Tuple.of(sorted)).mapEmpty();
  }

  /** Lets writes wait. */
  public Future<Void> hold() {
    return pool.query(HOLD).execute().mapEmpty();
  }

  /** Sends held writes to Tradewind; false if a condition is not met. */
  public Future<Boolean> writeHere() {
    return leaveHeld("here", true);
  }

  /** Sends held writes to the v1 server again; false if a condition is not met. */
  public Future<Boolean> writeThere() {
    return leaveHeld("v1", false);
  }

  private Future<Boolean> leaveHeld(String writes, boolean isFinished) {
    return pool.preparedQuery(LEAVE_HELD)
        .execute(Tuple.of(writes, isFinished))
        .map(result -> result.rowCount() == 1);
  }

  private static State state(RowSet<Row> rows) {
    Row row = rows.iterator().next();
    return new State(
        row.getLong("revision"),
        Set.copyOf(Arrays.asList(row.getArrayOfStrings("reads"))),
        row.getString("writes"),
        row.getBoolean("held_here"));
  }
}
