package dev.tradewind.webhook;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.event.Topics;
import dev.tradewind.api.webhook.WebhookClient;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbound.AddressRange;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.spi.event.Subscriber;
import dev.tradewind.testing.TestDatabase;
import dev.tradewind.webhook.subscription.ConfiguredWebhook;
import dev.tradewind.webhook.subscription.WebhookSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Webhook verticles over their own database, and a client of their operations. */
public final class TestWebhooks implements AutoCloseable {

  public static final Clock CLOCK = Clock.systemUTC();
  private static final List<AddressRange> LOOPBACK = List.of(AddressRange.parse("127.0.0.0/8"));

  public final Vertx vertx = Vertx.vertx();
  public final Pool pool;
  private final OperationClient bus = new OperationClient(vertx, CLOCK);
  private final WebhookClient webhooks = new WebhookClient(bus);
  private final DatabaseConfig database;
  private SigningKeys keys = SigningKeys.random();

  public TestWebhooks() {
    database =
        DatabaseConfig.parse(
            TestDatabase.copyOf(
                    "webhooks",
                    url ->
                        new Migrations(DatabaseConfig.parse(url, 1))
                            .run(List.of(WebhookVerticle.SCHEMA)))
                .url(),
            4);
    pool = SchemaPool.open(vertx, database, WebhookVerticle.SCHEMA);
  }

  /** Deploys one more node, which may call this machine, and returns its deployment id. */
  public String node(ConfiguredWebhook... configured) {
    return node(LOOPBACK, configured);
  }

  public String node(List<AddressRange> networks, ConfiguredWebhook... configured) {
    return node(networks, Map.of(), configured);
  }

  /** Deploys one more node with subscribers of plugins. */
  public String nodeWith(Map<String, Subscriber> subscribers) {
    return node(LOOPBACK, subscribers);
  }

  private String node(
      List<AddressRange> networks,
      Map<String, Subscriber> subscribers,
      ConfiguredWebhook... configured) {
    NodeContext node = new NodeContext("node", database, events -> Future.succeededFuture(), CLOCK);
    WebhookSettings settings =
        new WebhookSettings(
            "/shop",
            "https://shop.example",
            true,
            networks,
            Duration.ofDays(7),
            List.of(configured));
    return await(vertx.deployVerticle(new WebhookVerticle(node, keys, settings, subscribers)));
  }

  /** Nodes that are deployed from now on have another signing key in front. */
  public void rotateKeys() {
    keys =
        new SigningKeys(
            List.of(SigningKeys.random().keys().getFirst(), renamed(keys.keys().getFirst())));
  }

  private static SigningKeys.Key renamed(SigningKeys.Key key) {
    return new SigningKeys.Key("former", key.secret());
  }

  public static Event event(String type, String key, long version) {
    return Event.of(
        context(),
        CLOCK.instant(),
        Topics.ORDER,
        type,
        key,
        version,
        new JsonObject().put("id", key));
  }

  public void announce(Event... events) {
    await(webhooks.recordEvents(context(), List.of(events)));
  }

  public Reply ask(String operation, String id, JsonObject query, JsonObject body) {
    CallContext caller =
        new CallContext(
            "command",
            CLOCK.instant().plusSeconds(30),
            null,
            new Principal(Principal.Kind.USER, "usr_1", Principal.Credential.SESSION));
    JsonObject path = id == null ? new JsonObject() : new JsonObject().put("id", id);
    Buffer input = Request.input(path, query, body, new JsonObject());
    return await(bus.send(WebhookClient.ADDRESS, operation, caller, input));
  }

  public JsonObject succeed(String operation, String id, JsonObject query, JsonObject body) {
    Reply reply = ask(operation, id, query, body);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject();
  }

  public JsonObject subscribe(String url, String... types) {
    return succeed(
            "adminCreateWebhook",
            null,
            new JsonObject(),
            new JsonObject().put("url", url).put("event_types", new JsonArray(List.of(types))))
        .getJsonObject("webhook");
  }

  public JsonObject webhook(String id) {
    return succeed("adminGetWebhook", id, new JsonObject(), new JsonObject())
        .getJsonObject("webhook");
  }

  public JsonArray deliveries(String id) {
    return succeed("adminListWebhookDeliveries", id, new JsonObject(), new JsonObject())
        .getJsonArray("deliveries");
  }

  public JsonObject events(long after, int limit, String types) {
    return succeed(
        "adminListEvents",
        null,
        new JsonObject().put("after", Long.toString(after)).put("limit", limit).put("type", types),
        new JsonObject());
  }

  public RowSet<Row> sql(String statement, Object... values) {
    return await(pool.preparedQuery(statement).execute(Tuple.from(values)));
  }

  public long count(String from) {
    return sql("SELECT count(*) FROM " + from).iterator().next().getLong(0);
  }

  public void awaitDelivered() {
    until(() -> count("delivery WHERE status = 'pending'") == 0);
  }

  static CallContext context() {
    return CallContext.system(CLOCK, Duration.ofMinutes(1));
  }

  @Override
  public void close() {
    await(vertx.close());
  }
}
