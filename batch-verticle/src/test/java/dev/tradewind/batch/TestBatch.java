package dev.tradewind.batch;

import static dev.tradewind.testing.Eventually.value;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.api.batch.FileClient.Draft;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.api.retention.DataLimits;
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
import dev.tradewind.spi.file.FileStorage;
import dev.tradewind.testing.TestDatabase;
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
import java.util.function.Predicate;

/** Batch verticles over their own database, with fakes of other verticles that a test controls. */
public final class TestBatch implements AutoCloseable {

  private static final Clock CLOCK = Clock.systemUTC();
  private static final List<String> ENDS = List.of("completed", "canceled", "failed");

  final Vertx vertx = Vertx.vertx();
  final FakeCatalog catalog = new FakeCatalog(vertx);
  final OperationClient bus = new OperationClient(vertx, CLOCK);
  final FileClient files = new FileClient(bus);
  final Pool pool;
  private final DatabaseConfig database;
  final SigningKeys keys = SigningKeys.random();

  TestBatch() {
    database =
        DatabaseConfig.parse(
            TestDatabase.copyOf(
                    "batch",
                    url ->
                        new Migrations(DatabaseConfig.parse(url, 1))
                            .run(List.of(BatchVerticle.SCHEMA)))
                .url(),
            4);
    pool = SchemaPool.open(vertx, database, BatchVerticle.SCHEMA);
    await(
        catalog
            .operations()
            .serve(vertx, OperationClient.internalAddress(CatalogClient.ADDRESS), CLOCK));
    await(
        new Operations()
            .on(CustomerOperation.FIND_REFERENCES, TestBatch::users)
            .serve(vertx, OperationClient.internalAddress(CustomerClient.ADDRESS), CLOCK));
  }

  private static Future<Reply> users(Request request) {
    JsonArray users = new JsonArray();
    request
        .input()
        .getJsonArray("ids")
        .forEach(id ->
            users.add(
                new JsonObject()
                    .put("id", id)
                    .put("email", id + "@example.com")
                    .put("password_hash", "never")));
    return Future.succeededFuture(Reply.ok(new JsonObject().put("references", users)));
  }

  /** Deploys one more node and returns its deployment id. */
  String node(String name) {
    return node(name, null);
  }

  /** Deploys one more node with a storage of files beside the database. */
  String node(String name, FileStorage storage) {
    NodeContext node = new NodeContext(name, database, events -> Future.succeededFuture(), CLOCK);
    return await(vertx.deployVerticle(new BatchVerticle(node, keys, DataLimits.DEFAULT, storage)));
  }

  static Principal user(String id) {
    return new Principal(Principal.Kind.USER, id, Principal.Credential.SESSION);
  }

  Reply ask(String operation, JsonObject path, JsonObject query, JsonObject body, String user) {
    return ask(operation, path, query, body, user, permitted());
  }

  Reply ask(
      String operation,
      JsonObject path,
      JsonObject query,
      JsonObject body,
      String user,
      JsonObject headers) {
    CallContext context =
        new CallContext("command", CLOCK.instant().plusSeconds(60), null, user(user));
    Buffer input = Request.input(path, query, body, headers);
    return await(bus.send(FileClient.ADDRESS, operation, context, input));
  }

  /** Header of a caller with all permissions. */
  static JsonObject permitted() {
    return new JsonObject()
        .put(Request.PERMITTED, "orders:read,products:read,products:write,price-lists:write");
  }

  Reply ask(String operation, String id, String user) {
    return ask(operation, new JsonObject().put("id", id), new JsonObject(), new JsonObject(), user);
  }

  JsonObject create(String type, JsonObject context, boolean isDryRun) {
    JsonObject body =
        new JsonObject().put("type", type).put("context", context).put("dry_run", isDryRun);
    Reply reply = ask("adminCreateBatchJob", new JsonObject(), new JsonObject(), body, "usr_1");
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
    return reply.body().toJsonObject().getJsonObject("batch_job");
  }

  JsonObject job(String id) {
    return ask("adminGetBatchJob", id, "usr_1").body().toJsonObject().getJsonObject("batch_job");
  }

  JsonObject list(JsonObject query, String user) {
    Reply reply = ask("adminListBatchJobs", new JsonObject(), query, new JsonObject(), user);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject();
  }

  JsonObject awaitJob(String id, Predicate<JsonObject> holds) {
    return value(() -> job(id), holds);
  }

  JsonObject awaitEnd(String id) {
    return awaitJob(id, job -> ENDS.contains(job.getString("status")));
  }

  JsonObject awaitStatus(String id, String status) {
    return awaitJob(
        id,
        job -> job.getString("status").equals(status) || ENDS.contains(job.getString("status")));
  }

  /** Stores a file with these bytes and returns its key. */
  String file(String content) {
    Draft upload = await(files.begin(context(), "products.csv", "text/csv", false));
    Buffer bytes = Buffer.buffer(content);
    int number = 0;
    for (int at = 0; at < bytes.length(); at += FileClient.CHUNK) {
      Buffer chunk = bytes.slice(at, Math.min(bytes.length(), at + FileClient.CHUNK));
      await(files.append(context(), upload, number++, chunk));
    }
    Reply reply =
        ask(
            "adminProtectedUpload",
            new JsonObject(),
            new JsonObject(),
            new JsonObject().put("files", new JsonArray().add(upload.toJson())),
            "usr_1");
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return upload.key();
  }

  /** Link to a file, as staff get it. */
  String link(String key) {
    Reply reply =
        ask(
            "adminDownloadUrlUpload",
            new JsonObject(),
            new JsonObject(),
            new JsonObject().put("file_key", key),
            "usr_1");
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject().getString("download_url");
  }

  static String signed(String link) {
    return link.substring(link.lastIndexOf('/') + 1);
  }

  void undeploy(String node) {
    await(vertx.undeploy(node));
  }

  String content(String key) {
    return contentOf(link(key));
  }

  String contentOf(String link) {
    FileClient.Readable file = await(files.open(context(), signed(link)));
    Buffer content = Buffer.buffer();
    for (int number = 0; number < file.chunks(); number++) {
      content.appendBuffer(await(files.read(context(), file, number)));
    }
    assertThat(content.length()).isEqualTo((int) file.size());
    return content.toString();
  }

  /** CSV of that many products with one line each. */
  static String lines(int count) {
    StringBuilder text = new StringBuilder("Product Handle;Product Title;Variant Title\n");
    for (int i = 0; i < count; i++) {
      text.append("p-").append(i).append(";Cup;White\n");
    }
    return text.toString();
  }

  static CallContext context() {
    return CallContext.system(CLOCK, Duration.ofMinutes(1));
  }

  RowSet<Row> sql(String statement, Object... values) {
    return await(pool.preparedQuery(statement).execute(Tuple.from(values)));
  }

  long count(String from) {
    return sql("SELECT count(*) FROM " + from).iterator().next().getLong(0);
  }

  @Override
  public void close() {
    await(vertx.close());
  }
}
