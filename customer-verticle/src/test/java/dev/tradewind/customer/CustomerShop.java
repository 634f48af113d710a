package dev.tradewind.customer;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.customer.auth.CustomerConfig;
import dev.tradewind.customer.password.PasswordSettings;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.testing.RecordedAnswers;
import dev.tradewind.testing.StatementCounter;
import dev.tradewind.testing.TestDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Customer verticle, deployed over its own database. */
final class CustomerShop implements AutoCloseable {

  static final Principal STAFF =
      new Principal(Principal.Kind.USER, "usr_1", Principal.Credential.SESSION);

  final StatementCounter counter = new StatementCounter();
  final Vertx vertx = Vertx.builder().withTracer(counter).build();
  final Pool pool;
  private final DatabaseConfig database;
  final OperationClient bus = new OperationClient(vertx, Clock.systemUTC());
  final CustomerClient customers = new CustomerClient(bus);

  /** Key of a payment provider. */
  static final String PROVIDER = "stripe_id";

  final FakeRemoteServices remotes = new FakeRemoteServices(vertx);

  CustomerShop() {
    database =
        DatabaseConfig.parse(
            TestDatabase.copyOf(
                    "customer",
                    url ->
                        new Migrations(DatabaseConfig.parse(url, 1))
                            .run(List.of(CustomerVerticle.SCHEMA)))
                .url(),
            4);
    pool = SchemaPool.open(vertx, database, CustomerVerticle.SCHEMA);
    await(
        vertx.deployVerticle(
            new CustomerVerticle(
                new NodeContext(
                    "node", database, events -> Future.succeededFuture(), Clock.systemUTC()),
                CustomerConfig.of(SigningKeys.random())
                    .withOwnedMetadata(Set.of(PROVIDER))
                    .withPasswords(PasswordSettings.DEFAULT.withCost(64, 1)))));
  }

  /** Another node on the same database. */
  OperationClient deployNode(Vertx other, MeterRegistry meters, int cacheMegabytes) {
    NodeContext node =
        new NodeContext(
            "other",
            database,
            events -> Future.succeededFuture(),
            Clock.systemUTC(),
            meters,
            false,
            cacheMegabytes);
    await(
        other.deployVerticle(
            new CustomerVerticle(
                node,
                CustomerConfig.of(SigningKeys.random())
                    .withPasswords(PasswordSettings.DEFAULT.withCost(64, 1)))));
    return new OperationClient(other, Clock.systemUTC());
  }

  CallContext context() {
    return CallContext.system(Clock.systemUTC(), Duration.ofMinutes(1));
  }

  /** Reply to a member of staff. */
  Answer admin(String operation, JsonObject path, JsonObject query, @Nullable JsonObject body) {
    return await(send(operation, path, query, body, STAFF));
  }

  Answer admin(String operation, String id, @Nullable JsonObject body) {
    return admin(operation, new JsonObject().put("id", id), new JsonObject(), body);
  }

  /** Reply to a logged-in customer. */
  Answer own(String operation, String customerId, JsonObject path, @Nullable JsonObject body) {
    return await(ownLater(operation, customerId, path, body));
  }

  Future<Answer> ownLater(
      String operation, String customerId, JsonObject path, @Nullable JsonObject body) {
    Principal customer =
        new Principal(Principal.Kind.CUSTOMER, customerId, Principal.Credential.SESSION);
    return send(operation, path, new JsonObject(), body, customer);
  }

  Future<Answer> send(
      String operation,
      JsonObject path,
      JsonObject query,
      @Nullable JsonObject body,
      Principal principal) {
    CallContext context =
        new CallContext("command", Clock.systemUTC().instant().plusSeconds(60), null, principal);
    return bus.send(
            CustomerClient.ADDRESS,
            operation,
            context,
            Request.input(
                path,
                query,
                body,
                new JsonObject()
                    .put(Request.PERMITTED, principal == STAFF ? "customers:password" : null)))
        .map(reply -> new Answer(reply.status(), reply.body().toJsonObject()));
  }

  /** Reply of an operation. */
  record Answer(int status, JsonObject body) {

    JsonObject only(String name) {
      assertThat(status).as(body.encode()).isIn(200, 201);
      return body.getJsonObject(name);
    }

    /** Ids of a list, in its order. */
    List<String> ids(String name) {
      assertThat(status).as(body.encode()).isEqualTo(200);
      return body.getJsonArray(name).stream()
          .map(row -> ((JsonObject) row).getString("id"))
          .toList();
    }

    void refuses(int expected, String message) {
      assertThat(status).as(body.encode()).isEqualTo(expected);
      assertThat(body.getString("message")).isEqualTo(message);
    }
  }

  /** Creates a customer and returns its id. */
  String customer(String email, boolean hasAccount) {
    String id = Ids.of("cus").next();
    run(
        """
        INSERT INTO customer (id, email, has_account, first_name, created_at, updated_at)
        VALUES ($1, $2, $3, 'Ada', clock_timestamp(), clock_timestamp())
        """,
        id,
        email,
        hasAccount);
    return id;
  }

  /** Creates a group and returns its id. */
  String group(String name) {
    return admin("adminCreateCustomerGroup", "", new JsonObject().put("name", name))
        .only("customer_group")
        .getString("id");
  }

  RowSet<Row> run(String statement, Object... values) {
    return await(pool.preparedQuery(statement).execute(Tuple.from(values)));
  }

  /** Events of an aggregate in their order, each with its version. */
  List<String> events(String subject) {
    return run(
            "SELECT type FROM outbox WHERE subject = $1 AND type <> 'audit.recorded' ORDER BY id",
            subject)
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }

  JsonObject lastEvent(String subject) {
    return run(
            "SELECT data FROM outbox WHERE subject = $1 AND type <> 'audit.recorded'"
                + " ORDER BY id DESC LIMIT 1",
            subject)
        .iterator()
        .next()
        .getJsonObject(0);
  }

  /** Field names of the recorded reply, in that member or in its first element. */
  static Set<String> recordedFields(String example, String member) {
    JsonObject body = RecordedAnswers.body(example);
    Set<String> fields =
        body.getValue(member) instanceof JsonArray rows
            ? rows.getJsonObject(0).fieldNames()
            : body.getJsonObject(member).fieldNames();
    // The reference shows the password hash to staff and no billing address; this API is the other
    // way round.
    Set<String> shown = new HashSet<>(fields);
    shown.remove("password_hash");
    if (member.equals("customer") || member.equals("customers")) {
      shown.add("billing_address");
    }
    return shown;
  }

  long count(String from) {
    return await(pool.query("SELECT count(*) FROM " + from).execute()).iterator().next().getLong(0);
  }

  @Override
  public void close() {
    await(pool.close());
    await(vertx.close());
  }
}
