package dev.tradewind.customer.auth;

import static dev.tradewind.testing.Futures.await;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.customer.CustomerVerticle;
import dev.tradewind.customer.auth.session.SessionCookie;
import dev.tradewind.customer.password.PasswordSettings;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.testing.AdvanceableClock;
import dev.tradewind.testing.StatementCounter;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Node with the customer verticle, called as the gateway calls it. */
public final class AuthHarness implements AutoCloseable {

  static final SigningKeys KEYS = SigningKeys.random();
  public static final CustomerConfig CONFIG =
      CustomerConfig.of(KEYS).withPasswords(PasswordSettings.DEFAULT.withCost(64, 1));

  private static final Pattern COOKIE = Pattern.compile("connect\\.sid=([^;]+);.*");

  public final StatementCounter counter = new StatementCounter();
  public final Vertx vertx = Vertx.builder().withTracer(counter).build();
  public final AdvanceableClock clock;
  public final Pool pool;
  final OperationClient bus;
  private final DatabaseConfig database;
  private final Operations.OperationServer served;

  /** Fake of the order verticle: one order per customer. */
  private final Operations orders =
      new Operations()
          .on(
              OrderOperation.FIND_ORDERS_OF_CUSTOMERS,
              request ->
                  Future.succeededFuture(
                      Reply.ok(
                          new JsonObject()
                              .put(
                                  "orders",
                                  new JsonArray()
                                      .add(
                                          new JsonObject()
                                              .put("id", "order_1")
                                              .put(
                                                  "customer_id",
                                                  request
                                                      .input()
                                                      .getJsonArray("customer_ids")
                                                      .getString(0)))))));

  public AuthHarness() {
    this(CONFIG);
  }

  public AuthHarness(CustomerConfig config) {
    this(prepared(), new AdvanceableClock(), config);
  }

  private AuthHarness(DatabaseConfig database, AdvanceableClock clock, CustomerConfig config) {
    this.database = database;
    this.clock = clock;
    pool = SchemaPool.open(vertx, database, CustomerVerticle.SCHEMA);
    bus = new OperationClient(vertx, clock);
    served =
        await(orders.serve(vertx, OperationClient.internalAddress(OrderClient.ADDRESS), clock));
    await(
        vertx.deployVerticle(
            new CustomerVerticle(
                new NodeContext("node", database, events -> Future.succeededFuture(), clock),
                config)));
  }

  private static DatabaseConfig prepared() {
    DatabaseConfig database =
        DatabaseConfig.parse(
            TestDatabase.copyOf(
                    "customer",
                    url ->
                        new Migrations(DatabaseConfig.parse(url, 1))
                            .run(List.of(CustomerVerticle.SCHEMA)))
                .url(),
            4);
    return database;
  }

  /** Another node on the same database. */
  public AuthHarness anotherNode() {
    return new AuthHarness(database, clock, CONFIG);
  }

  public void undeployOrderVerticle() {
    await(served.drain());
  }

  public Reply call(String operation, @Nullable JsonObject body) {
    return call(operation, body, null);
  }

  public Reply call(String operation, @Nullable JsonObject body, @Nullable String session) {
    return await(send(operation, body, session));
  }

  public Future<Reply> send(String operation, @Nullable JsonObject body, @Nullable String session) {
    JsonObject headers = new JsonObject().put("remote-address", "10.0.0.1");
    if (session != null) {
      headers.put("session", session);
    }
    return send(operation, new JsonObject(), body, headers, Principal.ANONYMOUS);
  }

  /** Reply to an authorized caller. */
  public Reply ask(String operation, JsonObject path, JsonObject query, @Nullable JsonObject body) {
    return await(later(operation, path, query, body));
  }

  public Future<Reply> later(
      String operation, JsonObject path, JsonObject query, @Nullable JsonObject body) {
    CallContext context =
        new CallContext(
            "command",
            clock.instant().plusSeconds(60),
            null,
            new Principal(Principal.Kind.USER, "usr_staff", Principal.Credential.SESSION));
    return bus.send(
        CustomerClient.ADDRESS,
        operation,
        context,
        Request.input(
            path,
            query,
            body,
            new JsonObject()
                .put("remote-address", "10.0.0.1")
                .put(Request.PERMITTED, "customers:password")));
  }

  public Reply callAs(Principal principal, String operation) {
    return await(send(operation, new JsonObject(), null, new JsonObject(), principal));
  }

  public Reply callAs(Principal principal, String operation, JsonObject body) {
    JsonObject headers = new JsonObject().put("remote-address", "10.0.0.1");
    return await(send(operation, new JsonObject(), body, headers, principal));
  }

  public Reply callAs(Principal principal, String operation, JsonObject body, String session) {
    JsonObject headers = new JsonObject().put("remote-address", "10.0.0.1").put("session", session);
    return await(send(operation, new JsonObject(), body, headers, principal));
  }

  public Future<Reply> sendWith(
      Principal principal,
      String operation,
      JsonObject path,
      @Nullable JsonObject body,
      JsonObject headers) {
    return send(operation, path, body, headers, principal);
  }

  public Future<Reply> sendAs(Principal principal, String operation, String id, String session) {
    return send(
        operation,
        new JsonObject().put("id", id),
        null,
        new JsonObject().put("remote-address", "10.0.0.1").put("session", session),
        principal);
  }

  public Future<Reply> sendAs(
      Principal principal, String operation, JsonObject path, JsonObject body, String session) {
    return send(
        operation,
        path,
        body,
        new JsonObject().put("remote-address", "10.0.0.1").put("session", session),
        principal);
  }

  public Future<Reply> send(String operation, JsonObject body) {
    return send(operation, body, null);
  }

  public Reply emailExists(String email) {
    JsonObject headers = new JsonObject().put("remote-address", "10.0.0.1");
    return await(
        send(
            "storeCheckEmailExists",
            new JsonObject().put("email", email),
            null,
            headers,
            Principal.ANONYMOUS));
  }

  private Future<Reply> send(
      String operation,
      JsonObject path,
      @Nullable JsonObject body,
      JsonObject headers,
      Principal principal) {
    CallContext context =
        new CallContext("command", clock.instant().plusSeconds(60), null, principal);
    return bus.send(
        CustomerClient.ADDRESS,
        operation,
        context,
        Request.input(path, new JsonObject(), body, headers));
  }

  public JsonObject authenticate(JsonObject credentials) {
    return await(
        new CustomerClient(bus)
            .authenticate(CallContext.system(clock, Duration.ofMinutes(1)), credentials));
  }

  /** Ids of the user and the customer that are logged in with the cookie. */
  public List<String> idsOf(String cookie) {
    JsonObject known =
        authenticate(new JsonObject().put("session", new SessionCookie(cookie).hash()));
    return known.stream().map(each -> ((JsonObject) each.getValue()).getString("id")).toList();
  }

  public static JsonObject credentials(String email, String password) {
    return new JsonObject().put("email", email).put("password", password);
  }

  /** Value of the cookie that a reply sets. */
  public static String cookie(Reply reply) {
    Matcher matcher = COOKIE.matcher(reply.headers().getOrDefault("set-cookie", ""));
    if (!matcher.matches()) {
      throw new AssertionError("No cookie in " + reply.headers());
    }
    return matcher.group(1);
  }

  public void insertUser(String id, String email, String password) {
    run(
        """
        INSERT INTO "user" (id, email, role, password_hash, created_at, updated_at)
        VALUES ($1, $2, 'admin', $3, now(), now())
        """,
        id,
        email,
        hash(password));
  }

  public void insertCustomer(String id, String email, String password) {
    run(
        """
        INSERT INTO customer (id, email, has_account, password_hash, created_at, updated_at)
        VALUES ($1, $2, true, $3, now(), now())
        """,
        id,
        email,
        hash(password));
  }

  public String hash(String password) {
    return await(new Passwords(vertx, CONFIG.passwords()).hash(password));
  }

  public void run(String statement, Object... parameters) {
    await(pool.preparedQuery(statement).execute(Tuple.from(parameters)));
  }

  /** Payloads of the events of that type, oldest first. */
  public List<JsonObject> events(String type) {
    return await(
            pool.preparedQuery("SELECT topic, data FROM outbox WHERE type = $1 ORDER BY id")
                .execute(Tuple.of(type)))
        .stream()
        .map(row -> ((JsonObject) row.getJson("data")).copy().put("topic", row.getString("topic")))
        .toList();
  }

  public Row one(String query) {
    return await(pool.query(query).execute()).iterator().next();
  }

  public long count(String from) {
    return one("SELECT count(*) FROM " + from).getLong(0);
  }

  @Override
  public void close() {
    await(pool.close());
    await(vertx.close());
  }
}
