package dev.tradewind.benchmarks.load;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Simulated shoppers of one event loop. */
final class ShopperGroup extends VerticleBase {

  private final Job job;
  private final int first;
  private final int step;
  private final LatencyRecorder tally = new LatencyRecorder();
  private final List<Shopper> shoppers = new ArrayList<>();

  /** An unreferenced client is garbage collected, and its connections are closed with it. */
  private @Nullable NetClient client;

  /**
   * @param first index of its first connection
   * @param step distance to its next connection
   */
  ShopperGroup(Job job, int first, int step) {
    this.job = job;
    this.first = first;
    this.step = step;
  }

  @Override
  public Future<?> start() {
    NetClient kept = vertx.createNetClient(new NetClientOptions().setTcpNoDelay(true));
    client = kept;
    List<Future<?>> connecting = new ArrayList<>();
    for (int i = first; i < job.connections(); i += step) {
      List<List<Step>> scripts = scripts(i);
      connecting.add(
          kept.connect(job.servers().get(i % job.servers().size()))
              .onSuccess(
                  socket -> shoppers.add(new Shopper(vertx, socket, scripts, job.turn(), tally))));
    }
    return Future.all(connecting);
  }

  private List<List<Step>> scripts(int connection) {
    int all = job.scripts().size();
    if (all <= job.connections()) {
      return List.of(job.scripts().get(connection % all));
    }
    return IntStream.range(0, all)
        .filter(script -> script % job.connections() == connection)
        .mapToObj(job.scripts()::get)
        .toList();
  }

  @Override
  public Future<?> stop() {
    return client == null ? Future.succeededFuture() : client.close();
  }

  Future<LatencyRecorder> shopUntil(long nanoTime) {
    Promise<LatencyRecorder> done = Promise.promise();
    context.runOnContext(begin ->
        Future.all(shoppers.stream().map(shopper -> shopper.shopUntil(nanoTime)).toList())
            .map(tally)
            .onComplete(done));
    return done.future();
  }
}
