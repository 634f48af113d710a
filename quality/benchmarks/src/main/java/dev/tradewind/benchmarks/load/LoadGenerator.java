package dev.tradewind.benchmarks.load;

import dev.tradewind.benchmarks.report.Figure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Closed-loop load generator against one server, in a process of its own: each connection sends its
 * next request after the response to the last. It reads jobs as lines of JSON and replies to each
 * with a line of figures, so that its JVM is warm for the measured one.
 */
public final class LoadGenerator {

  private static final int EVENT_LOOPS = 2;

  private LoadGenerator() {}

  public static void main(String[] arguments) throws IOException {
    Locale.setDefault(Locale.ROOT);
    Vertx vertx = Vertx.vertx();
    BufferedReader jobs =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("ready");
    for (String line = jobs.readLine(); line != null; line = jobs.readLine()) {
      Figure figure =
          run(vertx, Job.of(new JsonObject(line))).toCompletionStage().toCompletableFuture().join();
      System.out.println(figure.toJson().encode());
    }
    vertx.close();
  }

  /** Runs a job; the clock starts when all connections are open. */
  static Future<Figure> run(Vertx vertx, Job job) {
    List<ShopperGroup> groups = new ArrayList<>();
    List<Future<String>> deployments = new ArrayList<>();
    for (int i = 0; i < EVENT_LOOPS; i++) {
      ShopperGroup group = new ShopperGroup(job, i, EVENT_LOOPS);
      groups.add(group);
      deployments.add(vertx.deployVerticle(group));
    }
    return Future.all(deployments)
        .compose(connected -> {
          long end = System.nanoTime() + job.duration().toNanos();
          return Future.all(groups.stream().map(group -> group.shopUntil(end)).toList());
        })
        .map(done -> {
          LatencyRecorder all = new LatencyRecorder();
          done.<LatencyRecorder>list().forEach(all::addAll);
          return all.figure(job.duration().toNanos() / 1e9);
        })
        .eventually(() ->
            Future.join(deployments.stream().map(id -> id.compose(vertx::undeploy)).toList()));
  }
}
