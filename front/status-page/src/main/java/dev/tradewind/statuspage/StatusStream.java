package dev.tradewind.statuspage;

import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Stream of server-sent events to one live page. Regularly it sends a comment, which keeps the
 * connection open, and checks whether the viewer may still see the page.
 */
final class StatusStream implements StatusBoard.Viewer {

  private static final Duration HEARTBEAT = Duration.ofSeconds(15);
  private static final Buffer COMMENT = Buffer.buffer(": live\n\n");
  private static final Buffer RETRY = Buffer.buffer("retry: 3000\n\n");
  private static final Buffer SESSION_ENDED = Buffer.buffer("event: end\ndata: session\n\n");

  private final Vertx vertx;
  private final Context context;
  private final HttpServerResponse response;
  private final StatusBoard board;
  private final Supplier<Future<Void>> access;
  private long timer = -1;

  private StatusStream(RoutingContext request, StatusBoard board, Supplier<Future<Void>> access) {
    this.vertx = request.vertx();
    this.context = vertx.getOrCreateContext();
    this.response = request.response();
    this.board = board;
    this.access = access;
  }

  /**
   * Answers a request that was admitted with a stream; 503 if the node has too many.
   *
   * @param access fails with 401 or 403 when the viewer may no longer see the page
   */
  static void open(RoutingContext request, StatusBoard board, Supplier<Future<Void>> access) {
    StatusStream stream = new StatusStream(request, board, access);
    if (request.response().closed()) {
      return;
    }
    if (!board.add(stream)) {
      HttpResponses.problem(
          request,
          Problem.unavailable(
              "This node has " + StatusBoard.MAX_VIEWERS + " live pages or stops. Please retry."));
      return;
    }
    stream.begin();
  }

  private void begin() {
    response
        .setChunked(true)
        .putHeader(HttpHeaders.CONTENT_TYPE, "text/event-stream; charset=utf-8")
        // Proxies pass each event on at once.
        .putHeader("X-Accel-Buffering", "no")
        .closeHandler(closed -> leave());
    response.write(RETRY);
    board.current().onSuccess(snapshot -> write(snapshot.event()));
    timer = vertx.setPeriodic(HEARTBEAT.toMillis(), beat -> beat());
  }

  private void beat() {
    write(COMMENT);
    access.get().onFailure(this::refused);
  }

  /** After another failure than a refusal the page opens a stream again. */
  private void refused(Throwable failure) {
    if (Problem.is(failure, Problem.Kind.UNAUTHORIZED, Problem.Kind.FORBIDDEN)) {
      write(SESSION_ENDED);
    }
    close();
  }

  @Override
  public void show(Buffer event) {
    context.runOnContext(snapshot -> write(event));
  }

  @Override
  public void end() {
    context.runOnContext(ended -> close());
  }

  /** A slow reader misses events: each has the whole status. */
  private void write(Buffer event) {
    if (!response.ended() && !response.closed() && !response.writeQueueFull()) {
      response.write(event);
    }
  }

  private void close() {
    leave();
    if (!response.ended() && !response.closed()) {
      response.end();
    }
  }

  private void leave() {
    vertx.cancelTimer(timer);
    board.remove(this);
  }
}
