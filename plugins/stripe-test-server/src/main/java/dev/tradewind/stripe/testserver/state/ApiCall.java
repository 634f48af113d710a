package dev.tradewind.stripe.testserver.state;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One execution of an operation, and the events that it has caused.
 *
 * @param requestId null for what happens by itself or in the dashboard
 * @param isPublishable whether a browser calls, with the publishable key
 * @param outcome planned result of the operation, other than the usual one
 */
public record ApiCall(
    @Nullable String requestId,
    @Nullable String idempotencyKey,
    ApiVersion version,
    boolean isPublishable,
    Params params,
    @Nullable PlannedOutcome outcome,
    List<Event> events) {

  public ApiCall(
      String requestId,
      @Nullable String idempotencyKey,
      ApiVersion version,
      boolean isPublishable,
      Params params,
      @Nullable PlannedOutcome outcome) {
    this(requestId, idempotencyKey, version, isPublishable, params, outcome, new ArrayList<>());
  }

  /** A call of no request, such as the expiry of an authorization. */
  static ApiCall withoutRequest() {
    return new ApiCall(
        null,
        null,
        ApiVersion.OLDEST,
        false,
        new Params(new JsonObject()),
        null,
        new ArrayList<>());
  }
}
