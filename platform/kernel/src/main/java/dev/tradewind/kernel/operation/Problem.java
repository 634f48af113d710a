package dev.tradewind.kernel.operation;

import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Expected refusal of a request. It ends a chain of futures without a stack trace, as nothing
 * broke, and is sent as a normal reply with the status of its kind. Two of the same content are
 * equal.
 */
public final class Problem extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final Set<Integer> REFUSAL_STATUSES = Set.of(409, 422);

  /** Kinds of problems with their HTTP status, error type and code. */
  public enum Kind {
    INVALID_DATA(400, "invalid_data", null),
    /** The current state does not permit the request. */
    NOT_ALLOWED(400, "not_allowed", null),
    /** The caller is not authenticated, or the credentials are right but not enough. */
    UNAUTHORIZED(401, "unauthorized", null),
    /** The caller is known and may not do this. */
    FORBIDDEN(403, "not_allowed", null),
    NOT_FOUND(404, "not_found", null),
    /** Two requests met. */
    CONFLICT(409, "conflict", "invalid_state_error"),
    TOO_LARGE(413, "invalid_data", null),
    /** The body has a form that is not read. */
    UNSUPPORTED(415, "invalid_data", null),
    DUPLICATE(422, "duplicate_error", "invalid_request_error"),
    /** Rate limit or capacity exceeded. */
    TOO_MANY_REQUESTS(429, "too_many_requests", null),
    /** Defect; details are never shown to the client. */
    UNEXPECTED(500, "unknown_error", "unknown_error"),
    /** A part of the service is unavailable; the client should retry. */
    UNAVAILABLE(503, "unavailable", null),
    /** A part of the service did not respond in time; whether it acted is unknown. */
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

  private final Kind kind;
  private final int status;
  private final String type;
  private final @Nullable String code;
  private final String message;
  private final transient List<String> details;
  private final transient Duration retryAfter;

  private Problem(
      Kind kind,
      int status,
      String type,
      @Nullable String code,
      String message,
      List<String> details,
      Duration retryAfter) {
    super(message, null, false, false);
    this.kind = kind;
    this.status = status;
    this.type = type;
    this.code = code;
    this.message = message;
    this.details = List.copyOf(details);
    this.retryAfter = retryAfter;
  }

  private static Problem of(Kind kind, String message) {
    return of(kind, message, kind.code);
  }

  private static Problem of(Kind kind, String message, @Nullable String code) {
    return new Problem(kind, kind.status, kind.type, code, message, List.of(), Duration.ZERO);
  }

  public static Problem invalidData(String message) {
    return of(Kind.INVALID_DATA, message);
  }

  /**
   * The body refers to resources that do not exist or do not belong together.
   *
   * @param errors one text for each of them
   */
  public static Problem invalidReferences(List<String> errors) {
    Kind kind = Kind.INVALID_DATA;
    return new Problem(
        kind,
        kind.status,
        kind.type,
        null,
        "Provided request body contains errors. Please check the data and retry the request",
        errors,
        Duration.ZERO);
  }

  public static Problem notAllowed(String message) {
    return of(Kind.NOT_ALLOWED, message);
  }

  /**
   * @param code of the response, if any
   */
  public static Problem notAllowed(String message, @Nullable String code) {
    return of(Kind.NOT_ALLOWED, message, code);
  }

  public static Problem unauthorized() {
    return unauthorized("Unauthorized");
  }

  public static Problem unauthorized(String message) {
    return of(Kind.UNAUTHORIZED, message);
  }

  /**
   * @param code of the response, if the credentials are right but not enough
   */
  public static Problem unauthorized(String message, @Nullable String code) {
    return of(Kind.UNAUTHORIZED, message, code);
  }

  public static Problem forbidden(String message) {
    return of(Kind.FORBIDDEN, message);
  }

  /**
   * @param code of the response, if any
   */
  public static Problem forbidden(String message, @Nullable String code) {
    return of(Kind.FORBIDDEN, message, code);
  }

  public static Problem notFound(String message) {
    return of(Kind.NOT_FOUND, message);
  }

  public static Problem tooLarge(String message) {
    return of(Kind.TOO_LARGE, message);
  }

  public static Problem unsupported(String message) {
    return of(Kind.UNSUPPORTED, message);
  }

  public static Problem duplicate(String message) {
    return of(Kind.DUPLICATE, message);
  }

  /** The message is the same for all of them. */
  public static Problem conflict() {
    return of(
        Kind.CONFLICT,
        "The request conflicted with another request. You may retry the request with the"
            + " provided Idempotency-Key.");
  }

  /**
   * A refusal that only the business knows.
   *
   * @param status 409 or 422
   * @param details the reasons one by one, where there are several
   */
  public static Problem refused(
      int status, String type, @Nullable String code, String message, List<String> details) {
    if (!REFUSAL_STATUSES.contains(status)) {
      throw new IllegalArgumentException("Status " + status + " is not one of a refusal");
    }
    return new Problem(Kind.REFUSED, status, type, code, message, details, Duration.ZERO);
  }

  public static Problem tooManyRequests(String message) {
    return tooManyRequests(message, Duration.ofSeconds(1));
  }

  /**
   * @param retryAfter pause before a retry makes sense
   */
  public static Problem tooManyRequests(String message, Duration retryAfter) {
    Kind kind = Kind.TOO_MANY_REQUESTS;
    return new Problem(kind, kind.status, kind.type, null, message, List.of(), retryAfter);
  }

  public static Problem unavailable(String message) {
    return of(Kind.UNAVAILABLE, message);
  }

  public static Problem timedOut(String message) {
    return of(Kind.TIMED_OUT, message);
  }

  public static Problem internalError() {
    return of(Kind.UNEXPECTED, "An unknown error occurred.");
  }

  /** Whether the failure is a problem of one of these kinds. */
  public static boolean is(@Nullable Throwable failure, Kind... kinds) {
    return failure instanceof Problem problem && Arrays.asList(kinds).contains(problem.kind);
  }

  public boolean is(Kind other) {
    return kind == other;
  }

  public Kind kind() {
    return kind;
  }

  public int status() {
    return status;
  }

  public String type() {
    return type;
  }

  public @Nullable String code() {
    return code;
  }

  public String message() {
    return message;
  }

  /** The reasons one by one; empty if the message says it. */
  public List<String> details() {
    return details;
  }

  /** Pause before a retry makes sense; zero without one. */
  public Duration retryAfter() {
    return retryAfter;
  }

  /** Whole seconds for the {@code Retry-After} header; at least one. */
  long retryAfterSeconds() {
    return Math.max(1, (retryAfter.toMillis() + 999) / 1_000);
  }

  public JsonObject body() {
    JsonObject body = new JsonObject();
    if (code != null) {
      body.put("code", code);
    }
    body.put("type", type).put("message", message);
    if (details.isEmpty()) {
      return body;
    }
    if (kind == Kind.INVALID_DATA) {
      return body.put("errors", new JsonArray(details));
    }
    JsonArray errors = new JsonArray();
    for (String detail : details) {
      errors.add(new JsonObject().put("message", detail).put("type", type).put("code", code));
    }
    return body.put("errors", errors);
  }

  /** The problem in the response of another verticle. */
  public static Problem parse(int status, JsonObject body) {
    String message = body.getString("message", "");
    String type = body.getString("type");
    for (Kind kind : Kind.values()) {
      if (kind.status == status && kind.type.equals(type)) {
        return switch (kind) {
          case INVALID_DATA ->
              body.containsKey("errors")
                  ? invalidReferences(JsonArrays.strings(body.getJsonArray("errors")))
                  : invalidData(message);
          case NOT_ALLOWED -> notAllowed(message, body.getString("code"));
          case CONFLICT -> conflict();
          case TOO_MANY_REQUESTS -> tooManyRequests(message);
          case UNEXPECTED, REFUSED -> internalError();
          case UNAUTHORIZED,
              FORBIDDEN,
              NOT_FOUND,
              TOO_LARGE,
              UNSUPPORTED,
              DUPLICATE,
              UNAVAILABLE,
              TIMED_OUT ->
              of(kind, message);
        };
      }
    }
    if (type != null && REFUSAL_STATUSES.contains(status)) {
      return refused(status, type, body.getString("code"), message, details(body));
    }
    return internalError();
  }

  private static List<String> details(JsonObject body) {
    return body.getJsonArray("errors", new JsonArray()).stream()
        .map(error -> ((JsonObject) error).getString("message"))
        .toList();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Problem that
        && kind == that.kind
        && status == that.status
        && type.equals(that.type)
        && Objects.equals(code, that.code)
        && message.equals(that.message)
        && details.equals(that.details)
        && retryAfter.equals(that.retryAfter);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, status, type, code, message, details, retryAfter);
  }
}
