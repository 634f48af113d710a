package dev.tradewind.order.note;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** Operations on notes of staff. The resource of a note is not checked, as in the reference. */
public final class NoteService {

  private static final String OBJECT = "note";

  private static final Selection WITHOUT_AUTHOR = Selection.of(NoteResource.NOTE);

  private final Ids ids = Ids.of("note");
  private final ResourceWriter writer = new ResourceWriter(NoteResource.NOTE);
  private final ResourceReader reader;
  private final Pool pool;
  private final OperationClient bus;
  private final Clock clock;

  public NoteService(Pool pool, OperationClient bus, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.bus = bus;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListNotes", this::list)
        .on("adminGetNote", this::get)
        .on("adminCreateNote", this::create)
        .on("adminUpdateNote", this::update)
        .on("adminDeleteNote", this::delete);
  }

  private Future<Reply> list(Request request) {
    return reader
        .withRemote(bus, request.context())
        .list(NoteResource.LISTING, request.query())
        .map(page -> page.reply("notes"));
  }

  private Future<Reply> get(Request request) {
    String id = request.path("id");
    return reader
        .withRemote(bus, request.context())
        .find(NoteResource.VIEW.written(), id)
        .map(found -> Reply.ok(OBJECT, found.orElseThrow(() -> notFound(id))));
  }

  private Future<Reply> create(Request request) {
    String id = ids.next();
    JsonObject values =
        RowChange.pick(request.body(), "value", "resource_type", "resource_id")
            .put("id", id)
            .put("author_id", request.principal().id());
    return writer
        .insert(pool, WITHOUT_AUTHOR, change(request, id, "note.created", values))
        .map(created -> Reply.ok(OBJECT, created));
  }

  private Future<Reply> update(Request request) {
    String id = request.path("id");
    RowChange change = change(request, id, "note.updated", RowChange.pick(request.body(), "value"));
    return Transactions.retrying(() -> writer.update(pool, WITHOUT_AUTHOR, id, change))
        .map(updated -> Reply.ok(OBJECT, updated.orElseThrow(() -> notFound(id))));
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    RowChange change = change(request, id, "note.deleted", new JsonObject());
    return Transactions.retrying(() -> writer.delete(pool, id, change.at(), change.events()))
        .map(deleted -> {
          if (!deleted) {
            throw notFound(id);
          }
          return Reply.ok(
              new JsonObject().put("id", id).put("object", OBJECT).put("deleted", true));
        });
  }

  private RowChange change(Request request, String id, String type, JsonObject values) {
    Instant now = Timestamps.now(clock);
    JsonObject data = new JsonObject().put("id", id);
    return new RowChange(
        now, values, List.of(Event.of(request.context(), now, Topics.NOTE, type, id, 0, data)));
  }

  private static RuntimeException notFound(String id) {
    return Problem.notFound("Note with id: " + id + " was not found.");
  }
}
