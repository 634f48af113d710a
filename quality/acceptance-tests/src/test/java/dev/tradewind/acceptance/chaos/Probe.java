package dev.tradewind.acceptance.chaos;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.FixedRateLoop;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Availability probe: reads a cart twenty times per second from one node, and so measures an
 * outage.
 */
final class Probe implements AutoCloseable {

  private static final int PER_SECOND = 20;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** An outage holds no ping back. */
  private static final int MAX_RUNNING = 2 * PER_SECOND * (int) TIMEOUT.toSeconds();

  /** A slower response was waiting for a crashed or frozen node. */
  private static final long SLOW_MILLIS = 1_000;

  private record Ping(long startedNanos, boolean isTrouble) {}

  private final Queue<Ping> pings = new ConcurrentLinkedQueue<>();
  private final ChaosClient client;
  private final String path;
  private final FixedRateLoop loop;

  private Probe(ChaosClient client, String cartId) {
    this.client = client;
    this.path = "/store/carts/" + cartId;
    this.loop = FixedRateLoop.start(PER_SECOND, MAX_RUNNING, number -> ping());
  }

  /**
   * @param client of the one node
   */
  static Probe start(ChaosClient client, String cartId) {
    return new Probe(client, cartId);
  }

  private void ping() {
    long started = System.nanoTime();
    boolean isTrouble;
    try {
      Answer answer = client.send(0, "GET", path, null, null, TIMEOUT);
      long millis = (System.nanoTime() - started) / 1_000_000;
      isTrouble = answer.status() != 200 || millis > SLOW_MILLIS;
    } catch (IOException lost) {
      isTrouble = true;
    }
    pings.add(new Ping(started, isTrouble));
  }

  /**
   * Waits for pending responses, and returns how long after that moment the last failed or slow
   * read began; 0 without one.
   */
  long millisOfTrouble(long since) {
    close();
    return pings.stream()
        .filter(ping -> ping.isTrouble() && ping.startedNanos() >= since)
        .mapToLong(ping -> (ping.startedNanos() - since) / 1_000_000)
        .max()
        .orElse(0);
  }

  @Override
  public void close() {
    loop.close();
  }
}
