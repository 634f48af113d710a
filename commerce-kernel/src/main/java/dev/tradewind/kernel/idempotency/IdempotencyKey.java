package dev.tradewind.kernel.idempotency;

import dev.tradewind.kernel.Sha256;
import dev.tradewind.kernel.operation.Request;
import java.util.Objects;

/**
 * The key of one request. It means something only within its scope (the operation and the resource
 * it is about), and only for a request with the same body.
 *
 * @param isGenerated whether the gateway made the key because the client sent none: whoever has it
 *     from the gateway has the answer as well
 */
public record IdempotencyKey(String scope, String key, String requestHash, boolean isGenerated) {

  public static final String HEADER = "idempotency-key";

  /** Stands beside {@link #HEADER} where the gateway made the key. */
  public static final String MADE = "idempotency-key-made";

  /**
   * The key that the request carries; the gateway has made one where the client sent none.
   *
   * @param operation the name that the operation and its aliases share
   * @param subject the resource the request is about, or the principal where there is none
   */
  public static IdempotencyKey of(Request request, String operation, String subject) {
    return of(request, operation, subject, Sha256.of(request.body().encode()));
  }

  /** The same for an operation that takes no body, whatever the client sent as one. */
  public static IdempotencyKey ofBodiless(Request request, String operation, String subject) {
    return of(request, operation, subject, "");
  }

  private static IdempotencyKey of(
      Request request, String operation, String subject, String requestHash) {
    String key = Objects.requireNonNull(request.header(HEADER), HEADER);
    return new IdempotencyKey(
        operation + ":" + subject, key, requestHash, request.header(MADE) != null);
  }
}
