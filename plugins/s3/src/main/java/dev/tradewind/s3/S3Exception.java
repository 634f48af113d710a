package dev.tradewind.s3;

import io.vertx.core.buffer.Buffer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Refusal of a request by the store. */
final class S3Exception extends RuntimeException {

  private static final long serialVersionUID = 1;
  private static final Pattern CODE = Pattern.compile("<Code>([^<]*)</Code>");

  private final int status;
  private final String code;

  private S3Exception(int status, String code, String message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  static S3Exception of(S3Request request, int status, Buffer body) {
    Matcher matcher = CODE.matcher(body.toString());
    String code = matcher.find() ? matcher.group(1) : "";
    return new S3Exception(
        status,
        code,
        "%s of %s in bucket %s has the status %s %s"
            .formatted(request.method(), request.key(), request.bucket(), status, code));
  }

  /** Whether the same request may succeed later. */
  static boolean isTransient(Throwable failure) {
    return !(failure instanceof S3Exception refused)
        || refused.status >= 500
        || refused.status == 429;
  }

  boolean hasCode(String expected) {
    return code.equals(expected);
  }

  boolean isNotFound() {
    return status == 404;
  }
}
