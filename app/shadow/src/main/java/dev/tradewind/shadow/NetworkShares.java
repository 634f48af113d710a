package dev.tradewind.shadow;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Supplier;

/**
 * Shares of a pool of connections: one client network uses a part of it at a time, and its further
 * requests wait for each other, so that no network keeps the others out. One event loop uses it.
 */
final class NetworkShares {

  private final int share;
  private final Map<String, Network> networks = new HashMap<>();

  private static final class Network {
    private int used;
    private final Queue<Promise<Void>> waiting = new ArrayDeque<>();
  }

  /**
   * @param share connections that one network uses at a time
   */
  NetworkShares(int share) {
    this.share = share;
  }

  /** Executes work that takes a connection, now or once its network has one less. */
  <T> Future<T> within(String network, Supplier<Future<T>> work) {
    Network own = networks.computeIfAbsent(network, name -> new Network());
    Promise<Void> turn = Promise.promise();
    if (own.used < share) {
      own.used++;
      turn.complete();
    } else {
      own.waiting.add(turn);
    }
    return turn.future().compose(taken -> work.get()).onComplete(done -> release(network, own));
  }

  private void release(String name, Network network) {
    Promise<Void> next = network.waiting.poll();
    if (next != null) {
      next.complete();
    } else if (--network.used == 0) {
      networks.remove(name);
    }
  }
}
