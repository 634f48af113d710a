package dev.tradewind.benchmarks.movein;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Server in the place of a Medusa v1 server: recorded bodies from memory, by path and query. */
public final class RecordedServer extends VerticleBase {

  private final Map<String, Buffer> bodies;
  private final int port;

  private RecordedServer(Map<String, Buffer> bodies, int port) {
    this.bodies = bodies;
    this.port = port;
  }

  /** Arguments: a file with the bodies as texts in a JSON object, the port. */
  public static void main(String[] arguments) throws IOException {
    Locale.setDefault(Locale.ROOT);
    Map<String, Buffer> bodies = new HashMap<>();
    new JsonObject(Files.readString(Path.of(arguments[0])))
        .forEach(entry -> bodies.put(entry.getKey(), Buffer.buffer((String) entry.getValue())));
    int port = Integer.parseInt(arguments[1]);
    Vertx.vertx()
        .deployVerticle(() -> new RecordedServer(bodies, port), new DeploymentOptions())
        .onSuccess(deployed -> System.out.println("ready"))
        .onFailure(failure -> {
          System.out.println(failure);
          Runtime.getRuntime().halt(1);
        });
  }

  @Override
  public Future<?> start() {
    return vertx.createHttpServer().requestHandler(this::answer).listen(port, "127.0.0.1");
  }

  private void answer(HttpServerRequest request) {
    Buffer body = bodies.get(request.uri());
    if (body == null) {
      request.response().setStatusCode(404).end();
    } else {
      request.response().putHeader("content-type", "application/json").end(body);
    }
  }
}
