package dev.tradewind.storefront.visit;

import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.storefront.design.Language;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** Refusal of an operation, with the status of the API and a message in the shopper's language. */
public final class RefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final String BY_HOOK = "refused_by_hook";

  private final int status;

  public RefusedException(int status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  /**
   * Refusal with the most special text that there is: of the code or reason of the operation, of
   * the code or reason, of the field, of the type of the operation, or of the type. The message of
   * the API is for programmers, but for the one that a hook of the shop has written.
   *
   * @param operation id of the operation; empty without one
   */
  public static RefusedException of(
      Reply reply, String operation, RefusalReasons reasons, Language text) {
    JsonObject body = reply.body().length() == 0 ? new JsonObject() : reply.body().toJsonObject();
    JsonArray errors = body.getJsonArray("errors");
    String message = body.getString("message");
    if (message == null && errors != null && !errors.isEmpty()) {
      body = errors.getJsonObject(0);
      message = body.getString("message");
    }
    String said = Objects.requireNonNullElse(message, "");
    if (BY_HOOK.equals(body.getString("code")) && !said.isBlank()) {
      return new RefusedException(reply.status(), said);
    }
    Stream<String> special =
        Stream.concat(
                Stream.ofNullable(body.getString("code")), reasons.of(operation, said).stream())
            .flatMap(kind -> Stream.of(operation + "." + kind, kind));
    String type = body.getString("type", "unknown_error");
    return new RefusedException(
        reply.status(),
        text.refusal(special)
            .or(() ->
                RefusalReasons.properties(said)
                    .flatMap(property -> text.field(property).stream())
                    .findFirst()
                    .map(field -> text.of("refusal.field", field)))
            .or(() -> text.refusal(Stream.of(operation + "." + type, type, "unknown_error")))
            .orElseThrow());
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
