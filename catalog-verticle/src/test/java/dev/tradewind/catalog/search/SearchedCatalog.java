package dev.tradewind.catalog.search;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.TestCatalog;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.testing.Eventually;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Searches of a catalog over the event bus, with products of their own. */
final class SearchedCatalog {

  private static final Clock CLOCK = Clock.systemUTC();

  final TestCatalog catalog;

  SearchedCatalog(TestCatalog catalog) {
    this.catalog = catalog;
  }

  /** Product of that title for sale in the default channel; returns its id. */
  String add(String title, JsonObject more) {
    JsonObject body = new JsonObject().put("title", title).put("status", "published").mergeIn(more);
    String id = catalog.written("adminCreateProduct", new JsonObject(), body).getString("id");
    catalog.sql(
        """
        INSERT INTO product_sales_channel (product_id, sales_channel_id)
        SELECT $1, default_sales_channel_id FROM store
        ON CONFLICT DO NOTHING
        """,
        id);
    return id;
  }

  String add(String title) {
    return add(title, new JsonObject());
  }

  JsonObject search(JsonObject body) {
    Reply reply = ask(body);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject();
  }

  /** Reply of the search of the index, once the index is filled. */
  Reply ask(JsonObject body) {
    return ask(catalog.bus, body, Principal.ANONYMOUS, new JsonObject());
  }

  static Reply ask(OperationClient node, JsonObject body, Principal caller, JsonObject headers) {
    return ask(node, "storeSearchIndex", body, caller, headers);
  }

  static Reply ask(
      OperationClient node,
      String operation,
      JsonObject body,
      Principal caller,
      JsonObject headers) {
    return Eventually.value(
        () -> await(send(node, operation, body, caller, headers)), reply -> reply.status() != 503);
  }

  static Future<Reply> send(
      OperationClient node,
      String operation,
      JsonObject body,
      Principal caller,
      JsonObject headers) {
    return send(node, operation, body, caller, headers, "192.0.2.1");
  }

  /**
   * @param client address of the client
   */
  static Future<Reply> send(
      OperationClient node,
      String operation,
      JsonObject body,
      Principal caller,
      JsonObject headers,
      String client) {
    CallContext context =
        new CallContext("command", CLOCK.instant().plusSeconds(60), null, caller, client);
    JsonObject path = new JsonObject().put("uid", "products");
    return node.send(
        "catalog", operation, context, Request.input(path, new JsonObject(), body, headers));
  }

  List<String> titles(String query) {
    return titles(new JsonObject().put("q", query));
  }

  List<String> titles(JsonObject body) {
    return titlesOf(search(body));
  }

  static List<String> titlesOf(JsonObject answer) {
    return values(answer, "title");
  }

  static List<String> values(JsonObject answer, String name) {
    List<String> values = new ArrayList<>();
    JsonArray hits = answer.getJsonArray("hits");
    for (int i = 0; i < hits.size(); i++) {
      values.add(hits.getJsonObject(i).getString(name));
    }
    return values;
  }
}
