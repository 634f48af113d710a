package dev.tradewind.benchmarks.load;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Open-loop load generator: sends streams of requests at fixed rates, in a process of its own. It
 * reads jobs as lines of JSON and replies to each with a line of figures. Latency counts from the
 * due time of a request, which avoids coordinated omission: a slow server is not spared the
 * requests due meanwhile.
 */
public final class OpenLoop {

  private OpenLoop() {}

  public static void main(String[] arguments) throws IOException {
    Locale.setDefault(Locale.ROOT);
    Vertx vertx = Vertx.vertx();
    BufferedReader jobs =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("ready");
    for (String line = jobs.readLine(); line != null; line = jobs.readLine()) {
      JsonObject figures =
          run(vertx, new JsonObject(line)).toCompletionStage().toCompletableFuture().join();
      System.out.println(figures.encode());
    }
    vertx.close();
  }

  public static JsonObject job(int port, Duration duration, List<Stream> streams) {
    return new JsonObject()
        .put("port", port)
        .put("milliseconds", duration.toMillis())
        .put("streams", new JsonArray(streams.stream().map(Stream::toJson).toList()));
  }

  /** By stream and status, as {@code Figure}s. */
  static Future<JsonObject> run(Vertx vertx, JsonObject job) {
    Duration duration = Duration.ofMillis(job.getLong("milliseconds"));
    List<Sender> senders = new ArrayList<>();
    List<Future<String>> deployments = new ArrayList<>();
    for (Object stream : job.getJsonArray("streams")) {
      Sender sender = new Sender(Stream.of((JsonObject) stream), job.getInteger("port"));
      senders.add(sender);
      deployments.add(vertx.deployVerticle(sender));
    }
    return Future.all(deployments)
        .compose(
            ready -> Future.all(senders.stream().map(sender -> sender.sendFor(duration)).toList()))
        .map(done -> {
          JsonObject figures = new JsonObject();
          senders.forEach(sender -> figures.put(sender.name(), sender.figures(duration)));
          return figures;
        })
        .eventually(() ->
            Future.join(deployments.stream().map(id -> id.compose(vertx::undeploy)).toList()));
  }
}
