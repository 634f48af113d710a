package dev.tradewind.storefront.visit;

import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.storefront.design.Language;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.function.Function;

/** Refusal of an operation, with the status of the API and a message in the shopper's language. */
public final class RefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int status;

  public RefusedException(int status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  /**
   * @param operation id of the operation; empty without one
   */
  public static RefusedException of(Reply reply, String operation, Language text) {
    JsonObject body = reply.body().length() == 0 ? new JsonObject() : reply.body().toJsonObject();
    JsonArray errors = body.getJsonArray("errors");
    String message = body.getString("message");
    if (message == null && errors != null && !errors.isEmpty()) {
      body = errors.getJsonObject(0);
      message = body.getString("message");
    }
    return new RefusedException(
        reply.status(),
        text.refusal(
            operation,
            body.getString("code"),
            body.getString("type"),
            message == null ? "" : message));
  }

  public int status() {
    return status;
  }

  /** Recovery from refusals of what was sent, which a page shows; other failures stay failures. */
  public static Function<Throwable, Future<View>> shownBy(
      Function<RefusedException, Future<View>> page) {
    return failure -> {
      if (failure instanceof RefusedException refusal && refusal.status() < 500) {
        return page.apply(refusal);
      }
      return Future.failedFuture(failure);
    };
  }
}
