package dev.tradewind.gateway.http;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/** Error responses below {@code /store/search} in Meilisearch's form, which its clients read. */
public final class SearchErrors {

  private static final String PATH = "/store/search/";
  private static final String LINK = "https://docs.meilisearch.com/errors#";
  private static final String RETRY_AFTER = "10";

  private SearchErrors() {}

  /**
   * Response to a refused request.
   *
   * @param path of the request or of its operation
   */
  public static Reply reply(String path, Problem problem) {
    if (!path.startsWith(PATH)) {
      return Reply.problem(problem);
    }
    String code = code(problem);
    Reply reply =
        Reply.json(
            problem.status(),
            new JsonObject()
                .put("message", problem.message())
                .put("code", code)
                .put("type", type(problem.status()))
                .put("link", LINK + code)
                .toBuffer());
    boolean isTemporary =
        problem.is(Problem.Kind.UNAVAILABLE) || problem.is(Problem.Kind.TOO_MANY_REQUESTS);
    return isTemporary ? reply.withHeaders(Map.of("retry-after", RETRY_AFTER)) : reply;
  }

  private static String code(Problem problem) {
    return switch (problem.kind()) {
      case INVALID_DATA -> "malformed_payload";
      case UNAUTHORIZED, FORBIDDEN -> "invalid_api_key";
      case NOT_FOUND -> "not_found";
      case TOO_LARGE -> "payload_too_large";
      case UNSUPPORTED -> "invalid_content_type";
      case TOO_MANY_REQUESTS, UNAVAILABLE, TIMED_OUT -> "too_many_search_requests";
      case UNEXPECTED -> "internal";
      case NOT_ALLOWED, CONFLICT, DUPLICATE, REFUSED -> "bad_request";
    };
  }

  private static String type(int status) {
    return switch (status) {
      case 401, 403 -> "auth";
      case 500 -> "internal";
      case 429, 503, 504 -> "system";
      default -> "invalid_request";
    };
  }
}
