package dev.tradewind.gateway.http;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory limit of the large responses that all gateways of a node are writing: a client that reads
 * slowly, or not at all, keeps its response in memory until its connection ends.
 */
public final class PendingResponses {

  /** Length of a response that counts. */
  static final int MIN_LENGTH = 256 * 1024;

  private static final String SHARED = "tradewind.pending-responses";

  /** Part of the heap. */
  private static final int PART = 4;

  private record Pending(AtomicLong bytes) implements Shareable {}

  private final AtomicLong pending;
  private final long max;

  private PendingResponses(AtomicLong pending, long max) {
    this.pending = pending;
    this.max = max;
  }

  public static PendingResponses of(Vertx vertx) {
    return of(vertx, Runtime.getRuntime().maxMemory() / PART);
  }

  static PendingResponses of(Vertx vertx, long max) {
    LocalMap<String, Pending> shared = vertx.sharedData().getLocalMap(SHARED);
    return new PendingResponses(
        shared.computeIfAbsent(SHARED, name -> new Pending(new AtomicLong())).bytes(), max);
  }

  /**
   * The response, counted until {@link #send} has written it; above the limit 503 instead. A
   * response that is larger than the limit is written while there is no other.
   */
  public Reply admitted(Reply reply) {
    int length = counted(reply);
    long rest = length == 0 ? 0 : pending.getAndAdd(length);
    if (rest == 0 || rest + length <= max) {
      return reply;
    }
    pending.addAndGet(-length);
    return Reply.problem(Problem.unavailable("The service is busy. Please retry."));
  }

  /** Writes an admitted response. */
  public void send(HttpServerResponse response, Reply admitted) {
    int length = counted(admitted);
    HttpResponses.send(response, admitted).onComplete(written -> pending.addAndGet(-length));
  }

  private static int counted(Reply reply) {
    int length = reply.body().length();
    return length < MIN_LENGTH ? 0 : length;
  }
}
