package dev.tradewind.medusa.follow;

import dev.tradewind.medusa.target.MoveState;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * State of the switch from a Medusa v1 server in steps, and the nodes that follow the state. Writes
 * go from one shop to the other only over a step in which writes are held, and which every node
 * must have confirmed: so no write is in progress in one shop while the other shop takes writes.
 * Nodes that work by themselves say so here, too.
 */
public final class SwitchStore {

  /** Creates the tables, once by concurrent nodes. */
  private static final String PREPARE =
      "SELECT pg_advisory_xact_lock(hashtext('medusa_import'));" + MoveState.TABLES;

  /** The lock of the row orders the registration of a node before or after a step. */
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
      SELECT state.*, (extract(epoch FROM held_until - now()) * 1000)::bigint AS hold_left,
        finished_at IS NOT NULL AS is_finished, round_at
      FROM state
      LEFT JOIN medusa_import.move ON true
      """;

  private static final String STATE =
      """
      SELECT s.*, (extract(epoch FROM held_until - now()) * 1000)::bigint AS hold_left,
        finished_at IS NOT NULL AS is_finished, round_at
      FROM medusa_import.switch AS s
      LEFT JOIN medusa_import.move ON true
      """;

  private static final String EXISTS =
      """
      SELECT EXISTS (
        SELECT FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE n.nspname = 'medusa_import' AND c.relname = 'switch'
      )
      """;

  /**
   * A shop that was copied without being followed takes the writes here as soon as it is copied; a
   * followed shop, from its switch on, and before gateways in shadow mode, from the step of its
   * writes. A move of an earlier version lacks the column.
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

  /** Takes the step if all nodes have confirmed the hold, and {@code --finish} is recorded. */
  private static final String WRITE_HERE =
      """
      UPDATE medusa_import.switch AS s
      SET writes = 'here', held_here = false, held_until = NULL, revision = revision + 1
      WHERE s.writes = 'held'
        AND EXISTS (SELECT FROM medusa_import.move WHERE finished_at IS NOT NULL)
        AND NOT EXISTS (
          SELECT FROM medusa_import.switch_node AS n
          WHERE n.revision < s.revision OR n.writes_in_flight > 0
        )
      """;

  /**
   * Takes a hold back that came from the v1 server. No write has come here since, so that the
   * record of {@code --finish} may go, and no node has to confirm anything.
   */
  private static final String GIVE_BACK =
      """
      WITH given AS (
        UPDATE medusa_import.switch
        SET writes = 'v1', held_until = NULL, revision = revision + 1
        WHERE writes = 'held' AND NOT held_here AND (NOT $1 OR held_until < now())
        RETURNING revision
      ),
      reopened AS (
        UPDATE medusa_import.move SET finished_at = NULL, finished_xid = NULL FROM given
      )
      SELECT revision FROM given
      """;

  private static final String HOLD =
      """
      UPDATE medusa_import.switch
      SET writes = 'held', held_here = (writes = 'here' OR held_here),
        held_until = now() + $1 * interval '1 second',
        holds = holds + (writes <> 'held')::integer, revision = revision + 1
      """;

  /** Writes its row at most once in five seconds while nothing changes. */
  private static final String TELL_WORK =
      """
      INSERT INTO medusa_import.gate_node AS n (id, works) VALUES ($1, $2)
      ON CONFLICT (id) DO UPDATE SET works = excluded.works, seen_at = now()
      WHERE n.works <> excluded.works OR n.seen_at < now() - interval '5 seconds'
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
   * @param isFinished whether {@code move-in --finish} has recorded the switch
   * @param holdLeft time until the limit of the hold, negative after it; absent if no writes are
   *     held
   * @param roundAt time of the snapshot that the last round of following has applied; absent before
   *     the first
   */
  public record State(
      long revision,
      Set<String> reads,
      String writes,
      boolean heldHere,
      boolean isFinished,
      @Nullable Duration holdLeft,
      @Nullable Instant roundAt) {

    /** Whether the limit of a hold is over that can be given back to the v1 server. */
    public boolean isOverdue() {
      return !heldHere && holdLeft != null && holdLeft.isNegative();
    }
  }

  /**
   * Node in shadow mode.
   *
   * @param seenSecondsAgo seconds since its last sign of life
   * @param hasConfirmed whether the node works by the present state
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
    return pool.query("SELECT " + MoveState.HAS_TABLES)
        .execute()
        .compose(rows -> {
          if (rows.iterator().next().getBoolean(0)) {
            return Future.succeededFuture();
          }
          return pool.query(PREPARE).execute().mapEmpty();
        });
  }

  /** Whether the database has the tables: an ordinary shop has none. */
  public Future<Boolean> exists() {
    return pool.query(EXISTS).execute().map(rows -> rows.iterator().next().getBoolean(0));
  }

  /**
   * Time since which this shop takes the writes: the epoch if no other shop did, empty while
   * another shop does, or writes are held.
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

  /**
   * Lets writes wait, or those that wait already for longer.
   *
   * @param limit time after which the writes go to the v1 server again, if they came from there
   */
  public Future<Void> hold(Duration limit) {
    return pool.preparedQuery(HOLD).execute(Tuple.of((int) limit.toSeconds())).mapEmpty();
  }

  /** Sends writes to the v1 server again that were held before they came here. */
  public Future<Boolean> giveBack() {
    return giveBack(false);
  }

  /** The same if the limit of the hold is over. */
  public Future<Boolean> giveBackOverdue() {
    return giveBack(true);
  }

  private Future<Boolean> giveBack(boolean isOverdue) {
    return lockedSwitch(
        db -> db.preparedQuery(GIVE_BACK).execute(Tuple.of(isOverdue)).map(RowSet::size));
  }

  /** Executes a step of one row under the lock that orders it with those of moves. */
  private Future<Boolean> lockedSwitch(Function<SqlConnection, Future<Integer>> step) {
    return pool.withTransaction(db ->
        db.query(MoveState.LOCK_SWITCH)
            .execute()
            .compose(locked -> step.apply(db))
            .map(rows -> rows > 0));
  }

  /**
   * Tells whether a node works for this shop by itself: its gate is open, or a run has not ended.
   */
  public Future<Void> tellWork(String node, boolean works) {
    return pool.preparedQuery(TELL_WORK).execute(Tuple.of(node, works)).mapEmpty();
  }

  /** Forgets a node that works no more. */
  public Future<Void> forgetWork(String node) {
    return pool.preparedQuery("DELETE FROM medusa_import.gate_node WHERE id = $1")
        .execute(Tuple.of(node))
        .mapEmpty();
  }

  /** Ids of the nodes that work for this shop by themselves. */
  public Future<List<String>> workingNodes() {
    return pool.query("SELECT id " + MoveState.WORKING_NODES)
        .execute()
        .map(rows -> {
          List<String> nodes = new ArrayList<>();
          rows.forEach(row -> nodes.add(row.getString(0)));
          return nodes;
        });
  }

  /** Sends held writes to Tradewind; false if a condition is not met. */
  public Future<Boolean> writeHere() {
    return lockedSwitch(db -> db.query(WRITE_HERE).execute().map(RowSet::rowCount));
  }

  private static State state(RowSet<Row> rows) {
    Row row = rows.iterator().next();
    Long left = row.getLong("hold_left");
    OffsetDateTime round = row.getOffsetDateTime("round_at");
    return new State(
        row.getLong("revision"),
        Set.copyOf(Arrays.asList(row.getArrayOfStrings("reads"))),
        row.getString("writes"),
        row.getBoolean("held_here"),
        row.getBoolean("is_finished"),
        left == null ? null : Duration.ofMillis(left),
        round == null ? null : round.toInstant());
  }
}
