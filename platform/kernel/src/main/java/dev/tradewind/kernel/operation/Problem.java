package dev.tradewind.kernel.operation;

import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Expected refusal of a request. It is sent as a normal reply with the status of its kind. */
public sealed interface Problem {

  /** Kinds of problems with their HTTP status, error type and code. */
  enum Kind {
    INVALID_DATA(400, "invalid_data", null),
    NOT_ALLOWED(400, "not_allowed", null),
    UNAUTHORIZED(401, "unauthorized", null),
    FORBIDDEN(403, "not_allowed", null),
    NOT_FOUND(404, "not_found", null),
    CONFLICT(409, "conflict", "invalid_state_error"),
    TOO_LARGE(413, "invalid_data", null),
    UNSUPPORTED(415, "invalid_data", null),
    DUPLICATE(422, "duplicate_error", "invalid_request_error"),
    TOO_MANY_REQUESTS(429, "too_many_requests", null),
    UNEXPECTED(500, "unknown_error", "unknown_error"),
    UNAVAILABLE(503, "unavailable", null),
    TIMED_OUT(504, "timeout", null),
    /** A refusal of the business, which brings status, type and code with it. */
    REFUSED(0, "", null);

    private final int status;
    private final String type;
    private final @Nullable String code;

    Kind(int status, String type, @Nullable String code) {
      this.status = status;
      this.type = type;
      this.code = code;
    }
  }

  Kind kind();

  String message();

  record InvalidData(String message) implements Problem {
    @Override
    public Kind kind() {
      return Kind.INVALID_DATA;
    }
  }

  /**
   * The body refers to resources that do not exist or do not belong together; one text for each.
   */
  record InvalidReferences(List<String> errors) implements Problem {
    @Override
    public Kind kind() {
      return Kind.INVALID_DATA;
    }

    @Override
    public String message() {
      return "Provided request body contains errors. Please check the data and retry the request";
    }

    @Override
    public JsonObject body() {
      return Problem.super.body().put("errors", new JsonArray(errors));
    }
  }

  /**
   * The current state does not permit the request; {@code reason} is the code of the response, if
   * any.
   */
  record NotAllowed(String message, @Nullable String reason) implements Problem {
    public NotAllowed(String message) {
      this(message, null);
    }

    @Override
    public Kind kind() {
      return Kind.NOT_ALLOWED;
    }

    @Override
    public @Nullable String code() {
      return reason;
    }
  }

  /**
   * The caller is not authenticated.
   *
   * @param reason code of the response, if the credentials are right but not enough
   */
  record Unauthorized(String message, @Nullable String reason) implements Problem {
    public Unauthorized(String message) {
      this(message, null);
    }

    public Unauthorized() {
      this("Unauthorized");
    }

    @Override
    public @Nullable String code() {
      return reason;
    }

    @Override
    public Kind kind() {
      return Kind.UNAUTHORIZED;
    }
  }

  /**
   * The caller is known and may not do this.
   *
   * @param reason code of the response, if any
   */
  record Forbidden(String message, @Nullable String reason) implements Problem {
    public Forbidden(String message) {
      this(message, null);
    }

    @Override
    public @Nullable String code() {
      return reason;
    }

    @Override
    public Kind kind() {
      return Kind.FORBIDDEN;
    }
  }

  record NotFound(String message) implements Problem {
    @Override
    public Kind kind() {
      return Kind.NOT_FOUND;
    }
  }

  record TooLarge(String message) implements Problem {
    @Override
    public Kind kind() {
      return Kind.TOO_LARGE;
    }
  }

  /** The body has a form that is not read. */
  record Unsupported(String message) implements Problem {
    @Override
    public Kind kind() {
      return Kind.UNSUPPORTED;
    }
  }

  record Duplicate(String message) implements Problem {
    @Override
    public Kind kind() {
      return Kind.DUPLICATE;
    }
  }

  /** Two requests met; the message is the same for all of them. */
  record Conflict() implements Problem {
    @Override
    public Kind kind() {
      return Kind.CONFLICT;
    }

    @Override
    public String message() {
      return "The request conflicted with another request. You may retry the request with the"
          + " provided Idempotency-Key.";
    }
  }

  /**
   * A refusal that only the business knows.
   *
   * @param status 409 or 422
   * @param details the reasons one by one, where there are several
   */
  record Refused(
      int status, String type, @Nullable String code, String message, List<String> details)
      implements Problem {

    private static final Set<Integer> STATUSES = Set.of(409, 422);

    public Refused {
      if (!STATUSES.contains(status)) {
        throw new IllegalArgumentException("Status " + status + " is not one of a refusal");
      }
      details = List.copyOf(details);
    }

    @Override
    public Kind kind() {
      return Kind.REFUSED;
    }

    @Override
    public JsonObject body() {
      JsonObject body = Problem.super.body();
      if (details.isEmpty()) {
        return body;
      }
      JsonArray errors = new JsonArray();
      for (String detail : details) {
        errors.add(new JsonObject().put("message", detail).put("type", type).put("code", code));
      }
      return body.put("errors", errors);
    }
  }

  /**
   * Rate limit or capacity exceeded.
   *
   * @param retryAfter pause before a retry makes sense
   */
  record TooManyRequests(String message, Duration retryAfter) implements Problem {
    public TooManyRequests(String message) {
      this(message, Duration.ofSeconds(1));
    }

    /** Whole seconds for the {@code Retry-After} header; at least one. */
    long retryAfterSeconds() {
      return Math.max(1, (retryAfter.toMillis() + 999) / 1_000);
    }

    @Override
    public Kind kind() {
      return Kind.TOO_MANY_REQUESTS;
    }
  }

  /** A part of the service is unavailable; the client should retry. */
  record Unavailable(String message) implements Problem {

    /** Whether this problem is the failure. */
    public static boolean is(Throwable failure) {
      return failure instanceof ProblemException expected
          && expected.problem() instanceof Unavailable;
    }

    @Override
    public Kind kind() {
      return Kind.UNAVAILABLE;
    }
  }

  /** A part of the service did not respond in time; whether it acted is unknown. */
  record TimedOut(String message) implements Problem {
    @Override
    public Kind kind() {
      return Kind.TIMED_OUT;
    }
  }

  /** Defect; details are never shown to the client. */
  record InternalError() implements Problem {
    @Override
    public Kind kind() {
      return Kind.UNEXPECTED;
    }

    @Override
    public String message() {
      return "An unknown error occurred.";
    }
  }

  default int status() {
    return kind().status;
  }

  default String type() {
    return kind().type;
  }

  default @Nullable String code() {
    return kind().code;
  }

  default JsonObject body() {
    String code = code();
    JsonObject body = new JsonObject();
    if (code != null) {
      body.put("code", code);
    }
    return body.put("type", type()).put("message", message());
  }

  /** The problem in the response of another verticle. */
  static Problem parse(int status, JsonObject body) {
    String message = body.getString("message", "");
    for (Kind kind : Kind.values()) {
      if (kind.status == status && kind.type.equals(body.getString("type"))) {
        return switch (kind) {
          case INVALID_DATA ->
              body.containsKey("errors")
                  ? new InvalidReferences(texts(body))
                  : new InvalidData(message);
          case NOT_ALLOWED -> new NotAllowed(message, body.getString("code"));
          case UNAUTHORIZED -> new Unauthorized(message);
          case FORBIDDEN -> new Forbidden(message);
          case NOT_FOUND -> new NotFound(message);
          case CONFLICT -> new Conflict();
          case TOO_LARGE -> new TooLarge(message);
          case UNSUPPORTED -> new Unsupported(message);
          case DUPLICATE -> new Duplicate(message);
          case TOO_MANY_REQUESTS -> new TooManyRequests(message);
          case UNEXPECTED -> new InternalError();
          case UNAVAILABLE -> new Unavailable(message);
          case TIMED_OUT -> new TimedOut(message);
          case REFUSED -> new InternalError();
        };
      }
    }
    String type = body.getString("type");
    return type != null && Refused.STATUSES.contains(status)
        ? new Refused(status, type, body.getString("code"), message, details(body))
        : new InternalError();
  }

  private static List<String> texts(JsonObject body) {
    return JsonArrays.strings(body.getJsonArray("errors"));
  }

  private static List<String> details(JsonObject body) {
    return body.getJsonArray("errors", new JsonArray()).stream()
        .map(error -> ((JsonObject) error).getString("message"))
        .toList();
  }

  default ProblemException toException() {
    return new ProblemException(this);
  }
}
