package dev.tradewind.catalog.search.api;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.catalog.search.index.IndexFeed;
import dev.tradewind.kernel.json.JsonBytes;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Operations.OperationServer;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemMapper;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Event-bus address of the nodes whose index serves. A node that still fills its index passes
 * searches on to the address, so that no search is refused while another node can answer. Used on
 * one event loop.
 */
final class SearchAddress {

  private static final String ADDRESS = CatalogClient.ADDRESS + ".search";

  /**
   * A frozen node does not take the whole time of a request, so that this node can still refuse the
   * request.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Vertx vertx;
  private final Clock clock;
  private final OperationClient bus;
  private final IndexFeed feed;
  private final Operations table = new Operations();
  private @Nullable OperationServer served;
  private Future<Void> change = Future.succeededFuture();
  private boolean isClosed;

  SearchAddress(Vertx vertx, Clock clock, OperationClient bus, IndexFeed feed) {
    this.vertx = vertx;
    this.clock = clock;
    this.bus = bus;
    this.feed = feed;
  }

  /** Binds an operation that needs the index. */
  void bind(Operations operations, String id, Function<Request, Future<Reply>> method) {
    table.on(id, request -> tried(request, method, () -> renewed(request, method)));
    operations.on(
        id,
        request ->
            feed.isServing()
                ? tried(request, method, () -> elsewhere(request, method))
                : passedOn(request)
                    .recover(
                        // No other node can answer: the refusal is that of this one.
                        unavailable -> method.apply(request)));
  }

  /**
   * Answers a search, and once more if its index was abandoned meanwhile: rebuilt, damaged or lost.
   */
  private Future<Reply> tried(
      Request request, Function<Request, Future<Reply>> method, Supplier<Future<Reply>> again) {
    return method
        .apply(request)
        .transform(done ->
            isUnavailable(done) && !feed.isStillServing()
                ? again.get()
                : done.succeeded()
                    ? Future.succeededFuture(done.result())
                    : Future.failedFuture(done.cause()));
  }

  private static boolean isUnavailable(AsyncResult<Reply> done) {
    return done.failed()
        ? ProblemMapper.problem(done.cause()).is(Problem.Kind.UNAVAILABLE)
        : done.result().status() == 503;
  }

  /** Answers by another node, or with the next index of this one. */
  private Future<Reply> elsewhere(Request request, Function<Request, Future<Reply>> method) {
    return passedOn(request)
        .transform(other ->
            other.succeeded() && other.result().status() != 503
                ? Future.succeededFuture(other.result())
                : renewed(request, method));
  }

  /** Answers with the next index of this node, or refuses as without one. */
  private Future<Reply> renewed(Request request, Function<Request, Future<Reply>> method) {
    return feed.renewed().transform(done -> method.apply(request));
  }

  private Future<Reply> passedOn(Request request) {
    Duration rest = request.context().remaining(clock);
    return bus.send(
        ADDRESS,
        request.operation(),
        request.context(),
        JsonBytes.of(request.input()),
        rest.compareTo(PATIENCE) < 0 ? rest : PATIENCE);
  }

  /** Joins the address while the index serves, and leaves it while it does not. */
  void follow() {
    change = change.transform(done -> isClosed || !feed.isServing() ? left() : joined());
  }

  private Future<Void> joined() {
    return served != null
        ? Future.succeededFuture()
        : table.serve(vertx, ADDRESS, clock).onSuccess(server -> served = server).mapEmpty();
  }

  private Future<Void> left() {
    OperationServer leaving = served;
    served = null;
    return leaving == null ? Future.succeededFuture() : leaving.drain();
  }

  /** Leaves the address once the accepted searches are answered. */
  Future<Void> close() {
    isClosed = true;
    follow();
    return change;
  }
}
