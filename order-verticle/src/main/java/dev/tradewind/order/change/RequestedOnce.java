package dev.tradewind.order.change;

import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.order.store.RequestedPart;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Parts of an order that are created once per idempotency key. A unique constraint of the order and
 * the key decides between concurrent requests: the later one fails, finds the part of the earlier
 * one, and resumes it.
 */
public final class RequestedOnce {

  /** Look-up of the part of an order by the key of its request. */
  @FunctionalInterface
  public interface LookUp {
    Future<Optional<RequestedPart>> find(SqlClient db, String orderId, String key);
  }

  private final SqlClient db;
  private final LookUp lookUp;

  public RequestedOnce(SqlClient db, LookUp lookUp) {
    this.db = db;
    this.lookUp = lookUp;
  }

  /**
   * Creates the part, or resumes the one that was created under the key.
   *
   * @param creation of the part
   * @param completion after the creation: calls providers, and returns the id of the part
   * @param resumption of an earlier request by the id of its part: calls providers that have not
   *     answered
   * @return the id of the part; fails with 422 {@code duplicate_error} if the key was used with
   *     another body
   */
  public <T> Future<String> run(
      OrderRequest request,
      Supplier<Future<T>> creation,
      Function<T, Future<String>> completion,
      Function<String, Future<Void>> resumption) {
    Function<String, Future<String>> resume = id -> resumption.apply(id).map(id);
    return find(request)
        .compose(earlier ->
            earlier.isPresent()
                ? resume.apply(earlier.orElseThrow())
                : creation
                    .get()
                    .transform(created ->
                        created.succeeded()
                            ? completion.apply(created.result())
                            : find(request)
                                .compose(concurrent ->
                                    concurrent
                                        .map(resume)
                                        .orElseGet(() -> Future.failedFuture(created.cause())))));
  }

  private Future<Optional<String>> find(OrderRequest request) {
    IdempotencyKey key = request.requireKey();
    return lookUp
        .find(db, request.orderId(), key.key())
        .map(found -> {
          found.ifPresent(part -> key.requireSameRequest(part.requestHash()));
          return found.map(RequestedPart::id);
        });
  }
}
