package dev.tradewind.catalog;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.event.DeletedReferences;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Client of admin operations of the catalog verticle. */
public final class AdminApi {

  public static final JsonObject NOTHING = new JsonObject();

  public final TestCatalog catalog;

  public AdminApi(TestCatalog catalog) {
    this.catalog = catalog;
  }

  public static JsonObject path(String id) {
    return new JsonObject().put("id", id);
  }

  /** JSON object of a text in single quotes, with the values in place of the percent signs. */
  public static JsonObject json(String text, Object... values) {
    String filled = values.length == 0 ? text : text.formatted(values);
    return new JsonObject(filled.replace('\'', '"'));
  }

  public Future<Reply> sending(String operation, JsonObject path, JsonObject body) {
    return catalog.send(operation, path, NOTHING, body);
  }

  public Reply send(String operation, JsonObject path, JsonObject body) {
    return await(sending(operation, path, body));
  }

  /** Body of the reply to an operation that has to succeed. */
  public JsonObject ok(String operation, JsonObject path, JsonObject query, JsonObject body) {
    Reply reply = await(catalog.send(operation, path, query, body));
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject();
  }

  public JsonObject ok(String operation, JsonObject path, JsonObject body) {
    return ok(operation, path, NOTHING, body);
  }

  public JsonObject page(String operation, String query) {
    return ok(operation, NOTHING, json(query), null);
  }

  public static List<String> texts(JsonArray objects, String member) {
    return objects.stream().map(object -> ((JsonObject) object).getString(member)).toList();
  }

  /** Events of the aggregate, as topic, type, version and data. */
  public List<String> events(String id) {
    return catalog
        .sql(
            """
            SELECT concat_ws(' ', topic, type, aggregate_version, data)
            FROM outbox
            WHERE key = $1
            ORDER BY id
            """,
            id)
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }

  /** Ids of the first notice of deleted resources that is sent while the work runs. */
  public List<String> noticeDuring(DeletedReferences deleted, Runnable work) {
    Promise<List<String>> heard = Promise.promise();
    MessageConsumer<JsonObject> listener =
        deleted.listen(catalog.vertx.eventBus(), heard::tryComplete);
    await(listener.completion());
    work.run();
    List<String> ids = await(heard.future());
    await(listener.unregister());
    return ids;
  }

  public static void assertRefused(Reply reply, int status, String type, String message) {
    JsonObject body = reply.body().toJsonObject();
    assertThat(body.getString("message")).isEqualTo(message);
    assertThat(body.getString("type")).isEqualTo(type);
    assertThat(reply.status()).isEqualTo(status);
  }
}
