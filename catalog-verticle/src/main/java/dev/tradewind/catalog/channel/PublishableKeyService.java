package dev.tradewind.catalog.channel;

import dev.tradewind.api.event.Topics;
import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.catalog.schema.SalesChannelResources;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.LikePattern;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Admin operations on publishable API keys. Requests read their key from the database, so a change,
 * a revocation for example, has effect on every node at once.
 */
public final class PublishableKeyService {

  private static final String NAME = "publishable_api_key";

  private static final View VIEW = View.of(SalesChannelResources.PUBLISHABLE_KEY);
  private static final Selection WHOLE = VIEW.defaults();

  private static final ListDefinition LISTING =
      ListDefinition.of(VIEW, 20)
          .filter("created_at", "updated_at", "revoked_at")
          .search("t.title ILIKE {}")
          .build();

  private static final Selection CHANNEL =
      View.of(SalesChannelResources.CHANNEL, "locations").defaults();

  private static final String OF_KEY =
      """
      EXISTS (
        SELECT FROM publishable_api_key_sales_channel AS link
        WHERE link.sales_channel_id = t.id AND link.publishable_key_id = {}
      )
      """;

  private final PublishableKeyStore store = new PublishableKeyStore();
  private final Ids ids = Ids.of("pk");
  private final ResourceWriter writer = new ResourceWriter(SalesChannelResources.PUBLISHABLE_KEY);
  private final ResourceReader reader;
  private final Pool pool;
  private final Clock clock;

  public PublishableKeyService(Pool pool, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListPublishableApiKeys", this::list)
        .on("adminGetPublishableApiKey", this::answer)
        .on("adminCreatePublishableApiKey", this::create)
        .on("adminUpdatePublishableApiKey", this::update)
        .on("adminRevokePublishableApiKey", this::revoke)
        .on("adminDeletePublishableApiKey", this::delete)
        .on("adminListPublishableApiKeySalesChannels", this::listChannels)
        .on("adminAddSalesChannelsToPublishableApiKey", this::addChannels)
        .on("adminRemoveSalesChannelsFromPublishableApiKey", this::removeChannels);
  }

  private Future<Reply> list(Request request) {
    return reader.list(LISTING, request.query()).map(page -> page.reply(NAME + "s"));
  }

  private Future<Reply> answer(Request request) {
    String id = request.path("id");
    return reader
        .find(WHOLE, id)
        .map(found -> Reply.ok(NAME, found.orElseThrow(() -> notFound(id))));
  }

  private Future<Reply> create(Request request) {
    String id = ids.next();
    JsonObject values =
        RowChange.pick(request.body(), "title")
            .put("id", id)
            .put("created_by", request.principal().id());
    return writer
        .insert(pool, WHOLE, change(request, id, values, "publishable_api_key.created"))
        .map(created -> Reply.ok(NAME, created));
  }

  private Future<Reply> update(Request request) {
    String id = request.path("id");
    JsonObject values = RowChange.pickNonNull(request.body(), "title");
    RowChange write = new RowChange(Timestamps.now(clock), values, List.of());
    return Transactions.retrying(() -> writer.update(pool, WHOLE, id, write))
        .map(found -> Reply.ok(NAME, found.orElseThrow(() -> notFound(id))));
  }

  private Future<Reply> revoke(Request request) {
    String id = request.path("id");
    JsonObject values =
        new JsonObject()
            .put("revoked_at", Timestamps.now(clock))
            .put("revoked_by", request.principal().id());
    RowChange write = change(request, id, values, "publishable_api_key.revoked");
    return Transactions.retrying(() -> writer.change(pool, id, write, "t.revoked_at IS NULL"))
        .compose(isRevoked ->
            answer(request)
                .map(reply -> {
                  if (!isRevoked) {
                    throw Problem.notAllowed("PublishableApiKey has already been revoked.");
                  }
                  return reply;
                }));
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    return Transactions.retrying(() -> store.delete(pool, id))
        .map(isDeleted -> {
          if (!isDeleted) {
            throw notFound(id);
          }
          return Reply.ok(new JsonObject().put("id", id).put("object", NAME).put("deleted", true));
        });
  }

  /** An unknown key has no channels. */
  private Future<Reply> listChannels(Request request) {
    WhereClause requested =
        new WhereClause().add("t.deleted_at IS NULL").add(OF_KEY, request.path("id"));
    String text = request.query().getString("q", "");
    if (!text.isEmpty()) {
      requested.add(
          "t.name ILIKE {} OR t.description ILIKE {}", "%" + LikePattern.literal(text) + "%");
    }
    return reader
        .select(CHANNEL, requested, "t.created_at, t.id")
        .map(channels -> Reply.ok(new JsonObject().put("sales_channels", new JsonArray(channels))));
  }

  private Future<Reply> addChannels(Request request) {
    return changeChannels(
        request,
        (db, channels) ->
            store
                .findMissingChannels(db, channels)
                .compose(missing -> {
                  if (!missing.isEmpty()) {
                    throw SalesChannelResources.notFound(missing.getFirst());
                  }
                  return store.addChannels(db, request.path("id"), channels);
                }));
  }

  private Future<Reply> removeChannels(Request request) {
    return changeChannels(
        request, (db, channels) -> store.removeChannels(db, request.path("id"), channels));
  }

  private Future<Reply> changeChannels(
      Request request, BiFunction<SqlConnection, List<String>, Future<Void>> work) {
    String id = request.path("id");
    List<String> channels = JsonFields.ids(request.body().getJsonArray("sales_channel_ids"));
    return Transactions.inTransaction(
            pool,
            db ->
                store
                    .lock(db, id)
                    .compose(isPresent -> {
                      if (!isPresent) {
                        throw notFound(id);
                      }
                      return work.apply(db, channels);
                    }))
        .compose(done -> answer(request));
  }

  private RowChange change(Request request, String id, JsonObject values, String event) {
    Instant now = Timestamps.now(clock);
    JsonObject data = new JsonObject().put("id", id);
    return new RowChange(
        now,
        values,
        List.of(Event.of(request.context(), now, Topics.SETTINGS, event, id, 0, data)));
  }

  private static RuntimeException notFound(String id) {
    return Problem.notFound("Publishable key with id: " + id + " was not found");
  }
}
