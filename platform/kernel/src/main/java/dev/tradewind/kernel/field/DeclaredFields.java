package dev.tradewind.kernel.field;

import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.audit.AuditEntry;
import dev.tradewind.kernel.database.PgErrors;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Declared fields of one schema, served to the operations that declare fields of all of them.
 *
 * <p>A declaration applies to all writes from its commit on. What was stored until then is checked
 * before it, to refuse it, and after it, because rows may have been written meanwhile: a
 * declaration that is contradicted after all is taken back. So neither check holds a lock.
 */
public final class DeclaredFields {

  static final String LIST = "listDeclaredFields";
  static final String CHECK = "checkDeclaredField";
  static final String DECLARE = "declareField";
  static final String REMOVE = "removeDeclaredField";

  private static final String ACTION = "setting_change";

  private final DeclaredFieldStore store = new DeclaredFieldStore();
  private final Pool pool;
  private final Clock clock;
  private final Runnable declared;

  /**
   * @param declared starts the work on indexes
   */
  public DeclaredFields(Pool pool, Clock clock, Runnable declared) {
    this.pool = pool;
    this.clock = clock;
    this.declared = declared;
  }

  public void bind(Operations operations) {
    operations
        .on(LIST, request -> list(request.input().getString("id")))
        .on(CHECK, request -> check(request.input().getJsonObject("field")))
        .on(DECLARE, this::declare)
        .on(REMOVE, this::remove);
  }

  /** The bus address of the declared fields of a verticle. */
  public static String address(String verticle) {
    return verticle + ".fields";
  }

  private Future<Reply> list(@Nullable String id) {
    return store
        .list(pool, id)
        .map(fields -> Reply.ok(new JsonObject().put("fields", new JsonArray(fields))));
  }

  private Future<Reply> check(JsonObject row) {
    return contradictions(row).map(found -> Reply.ok(found.toJson()));
  }

  private Future<Contradictions> contradictions(JsonObject row) {
    return store
        .faultOfDefault(pool, row)
        .compose(fault -> {
          fault.ifPresent(text -> {
            throw Problem.invalidData("default " + text);
          });
          return store.contradictions(pool, row);
        });
  }

  private Future<Reply> declare(Request request) {
    JsonObject row = request.input().getJsonObject("field");
    Long version = request.input().getLong("version");
    // Nodes of the version before do not name the next one.
    long next = request.input().getLong("next", version == null ? 1 : version + 1);
    return contradictions(row)
        .compose(before ->
            before.count() > 0
                ? refused(before)
                : declare(request, row.copy().put("version", next), version));
  }

  private Future<Reply> declare(Request request, JsonObject row, @Nullable Long version) {
    String id = row.getString("id");
    return Transactions.inTransaction(pool, db -> apply(db, request, row, version))
        .recover(failure ->
            Future.failedFuture(
                PgErrors.violatedUnique(failure).isPresent()
                    ? Problem.duplicate("The field " + id + " is declared already")
                    : failure))
        .compose(former ->
            store
                .contradictions(pool, row)
                .compose(after ->
                    after.count() > 0
                        ? takeBack(row, former).compose(done -> refused(after))
                        : settled(row)));
  }

  /**
   * The row before; absent for a new field.
   *
   * @param given with its new version
   * @param version that it replaces
   */
  private Future<Optional<JsonObject>> apply(
      SqlClient db, Request request, JsonObject given, @Nullable Long version) {
    String id = given.getString("id");
    String now = Timestamps.format(Timestamps.now(clock));
    JsonObject row =
        given.copy().put("index_due_at", now).put("created_at", now).put("updated_at", now);
    return store
        .lock(db)
        .compose(locked -> store.findRow(db, id))
        .compose(former ->
            (version == null ? insert(db, row) : update(db, row, version, former.isPresent()))
                .compose(done -> store.refreshTriggers(db, row.getString("resource")))
                .compose(done -> store.findRow(db, id))
                .compose(after -> audit(db, request, id, former, after))
                .map(former));
  }

  private Future<Void> insert(SqlClient db, JsonObject row) {
    return store
        .insert(db, row)
        .map(inserted -> {
          if (!inserted) {
            throw Problem.notAllowed(
                "A resource has at most " + DeclaredFieldStore.MAX_FIELDS + " declared fields");
          }
          return null;
        });
  }

  private Future<Void> update(SqlClient db, JsonObject row, long version, boolean isThere) {
    if (!isThere) {
      throw notFound(row.getString("id"));
    }
    return store
        .update(db, row, version)
        .map(updated -> {
          if (!updated) {
            throw Problem.conflict();
          }
          return null;
        });
  }

  private Future<Void> audit(
      SqlClient db,
      Request request,
      String id,
      Optional<JsonObject> before,
      Optional<JsonObject> after) {
    AuditEntry entry = new AuditEntry(ACTION, id).changing(before.orElse(null), after.orElse(null));
    return Outbox.append(db, entry.event(request.context(), Timestamps.now(clock)));
  }

  /** Takes a declaration back, unless another one has replaced it. */
  private Future<Void> takeBack(JsonObject row, Optional<JsonObject> former) {
    String id = row.getString("id");
    long version = row.getLong("version");
    return Transactions.inTransaction(
        pool,
        db ->
            store
                .lock(db)
                .compose(locked -> store.findRow(db, id))
                .compose(present ->
                    Futures.unless(
                        present.filter(found -> isAt(found, version)).isEmpty(),
                        () -> undo(db, id, version, former)))
                .compose(done -> store.refreshTriggers(db, resource(id))));
  }

  private Future<Void> undo(SqlClient db, String id, long version, Optional<JsonObject> former) {
    return former
        .map(row -> store.update(db, row.put("version", version + 1), version).<Void>mapEmpty())
        .orElseGet(() -> store.delete(db, id));
  }

  private static boolean isAt(JsonObject row, @Nullable Long version) {
    return version == null || row.getLong("version").equals(version);
  }

  private Future<Reply> settled(JsonObject row) {
    String id = row.getString("id");
    return store
        .checked(pool, id, row.getLong("version"))
        .compose(done -> store.list(pool, id))
        .map(fields -> {
          declared.run();
          // Another declaration may have replaced it while the rows were checked.
          JsonObject own =
              fields.stream()
                  .filter(field -> field.getLong("version").equals(row.getLong("version")))
                  .findFirst()
                  .orElseThrow(Problem::conflict);
          return Reply.ok(new JsonObject().put("field", own));
        });
  }

  private static Future<Reply> refused(Contradictions found) {
    return Future.succeededFuture(Reply.ok(new JsonObject().put("report", found.toJson())));
  }

  private Future<Reply> remove(Request request) {
    String id = request.input().getString("id");
    Long version = request.input().getLong("version");
    return Transactions.inTransaction(
            pool,
            db ->
                store
                    .lock(db)
                    .compose(locked -> store.findRow(db, id))
                    .compose(former ->
                        former
                            .filter(row -> isAt(row, version))
                            .map(row ->
                                store
                                    .delete(db, id)
                                    .compose(done ->
                                        store.refreshTriggers(db, row.getString("resource")))
                                    .compose(
                                        done -> audit(db, request, id, former, Optional.empty())))
                            .orElseGet(Future::succeededFuture)))
        .map(done -> {
          declared.run();
          return Reply.ok(new JsonObject());
        });
  }

  private static Problem notFound(String id) {
    return Problem.notFound("Field with id: " + id + " was not found");
  }

  /** The id of a field names its resource, which has no dot. */
  static String resource(String id) {
    return id.substring(0, id.indexOf('.'));
  }
}
