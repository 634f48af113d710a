package dev.tradewind.benchmarks.paths;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.Locale;
import java.util.function.Function;

/**
 * Ceiling server, the best that the stack can do: a response from memory at {@code /plain}, one
 * indexed row made a JSON object and written at {@code /row/…}, the same row passed through as text
 * at {@code /text/…}. Nothing else happens to a request.
 */
public final class CeilingServer extends VerticleBase {

  static final String SCHEMA = "ceiling";

  private static final Buffer PLAIN = Buffer.buffer("{\"ok\":true}");
  private static final String ROW = "SELECT body FROM ceiling WHERE id = $1";
  private static final String TEXT = "SELECT body::text FROM ceiling WHERE id = $1";

  private final DatabaseConfig database;
  private final int port;

  private CeilingServer(DatabaseConfig database, int port) {
    this.database = database;
    this.port = port;
  }

  /** Arguments: the database's URL, the port. */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    DatabaseConfig database = DatabaseConfig.parse(arguments[0], DatabaseConfig.DEFAULT_POOL_SIZE);
    int port = Integer.parseInt(arguments[1]);
    DeploymentOptions oneForEachCore =
        new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors());
    Vertx.vertx()
        .deployVerticle(() -> new CeilingServer(database, port), oneForEachCore)
        .onSuccess(deployed -> System.out.println("ready"))
        .onFailure(failure -> {
          System.out.println(failure);
          Runtime.getRuntime().halt(1);
        });
  }

  @Override
  public Future<?> start() {
    Pool pool = SchemaPool.open(vertx, database, Schema.of(SCHEMA));
    return vertx
        .createHttpServer()
        .requestHandler(request -> answer(request, pool))
        .listen(port, "127.0.0.1");
  }

  private static void answer(HttpServerRequest request, Pool pool) {
    String path = request.path();
    if (path.startsWith("/row/")) {
      read(request, pool, ROW, path.substring(5), row -> row.getJsonObject(0).toBuffer());
    } else if (path.startsWith("/text/")) {
      read(request, pool, TEXT, path.substring(6), row -> Buffer.buffer(row.getString(0)));
    } else {
      end(request, PLAIN);
    }
  }

  private static void read(
      HttpServerRequest request, Pool pool, String query, String id, Function<Row, Buffer> body) {
    pool.preparedQuery(query)
        .execute(Tuple.of(id))
        .onSuccess(rows -> end(request, body.apply(rows.iterator().next())))
        .onFailure(failure -> request.response().setStatusCode(500).end());
  }

  private static void end(HttpServerRequest request, Buffer body) {
    request.response().putHeader("content-type", "application/json").end(body);
  }
}
