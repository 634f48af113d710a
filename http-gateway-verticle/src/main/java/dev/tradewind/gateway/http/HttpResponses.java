package dev.tradewind.gateway.http;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemMapper;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writer of responses, including the error bodies of failures outside of operations. */
public final class HttpResponses {

  /** Answer to a body that trickles in. */
  public static final Reply LATE_BODY =
      new Reply(
          408,
          Reply.JSON,
          Problem.invalidData("The body was not sent in time").body().toBuffer(),
          Map.of());

  private static final Logger LOG = LoggerFactory.getLogger(HttpResponses.class);

  private HttpResponses() {}

  /** Writes a response; the future ends when it is written, or its connection closed. */
  public static Future<Void> send(HttpServerResponse response, Reply reply) {
    if (response.ended() || response.closed()) {
      return Future.succeededFuture(); // The client has closed the connection.
    }
    response.setStatusCode(reply.status());
    reply.headers().forEach(response::putHeader);
    if (reply.status() == 503 && !reply.headers().containsKey("retry-after")) {
      response.putHeader(HttpHeaders.RETRY_AFTER, "1");
    }
    if (reply.status() == 204 || reply.status() == 304) {
      return response.end();
    }
    response.putHeader(HttpHeaders.CONTENT_TYPE, reply.contentType());
    return response.end(reply.body());
  }

  public static void problem(RoutingContext context, Problem problem) {
    send(context.response(), SearchErrors.reply(context.request().path(), problem));
  }

  /** The problem of a failure; an unexpected one is logged with the request's id. */
  public static Problem problem(RoutingContext context, String asked, Throwable failure) {
    Problem problem = ProblemMapper.problem(failure);
    if (problem.is(Problem.Kind.UNEXPECTED)) {
      String requestId = context.get(RequestIdHandler.REQUEST_ID);
      LOG.error("Answering {} of request {} failed", asked, requestId, failure);
    }
    return problem;
  }

  /** Handles failures outside of operations. */
  public static void handleFailures(Router router) {
    router.route().failureHandler(HttpResponses::ignoreAborted);
    for (int status : new int[] {400, 401, 404, 405, 406, 408, 413, 414, 415, 431, 500, 503}) {
      router.errorHandler(status, HttpResponses::failure);
    }
  }

  /** A client that closes its connection within a request is no failure of this service. */
  private static void ignoreAborted(RoutingContext context) {
    if (context.failure() instanceof HttpClosedException) {
      String requestId = context.get(RequestIdHandler.REQUEST_ID);
      LOG.debug("The client closed the connection of request {}", requestId);
    } else {
      context.next();
    }
  }

  private static void failure(RoutingContext context) {
    int status = context.statusCode();
    Problem problem =
        switch (status) {
          case 404, 405 -> Problem.notFound("Not Found");
          case 413 -> Problem.tooLarge("The body is larger than 100 kB");
          case 503 -> Problem.unavailable("The service is not available. Please retry.");
          default ->
              status >= 400 && status < 500
                  ? Problem.invalidData("The request is malformed")
                  : Problem.internalError();
        };
    if (problem.is(Problem.Kind.UNEXPECTED)) {
      String requestId = context.get(RequestIdHandler.REQUEST_ID);
      LOG.error("Routing request {} failed", requestId, context.failure());
    }
    problem(context, problem);
  }

  /** A malformed request that no route sees: its line or its headers are too long or invalid. */
  public static void invalid(HttpServerRequest request, SecurityHeadersHandler headers) {
    Throwable cause = request.decoderResult().cause();
    String reason = cause == null ? "" : cause.getClass().getSimpleName();
    HttpServerResponse response = request.response();
    headers.addTo(response);
    response.putHeader(RequestIdHandler.REQUEST_ID, RequestIdHandler.requestId(request));
    response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    Problem problem =
        switch (reason) {
          case "TooLongHttpLineException" -> Problem.invalidData("The request line is too long");
          case "TooLongHttpHeaderException" ->
              Problem.invalidData("The request headers are too long");
          default -> Problem.invalidData("The request is malformed");
        };
    int status =
        switch (reason) {
          case "TooLongHttpLineException" -> 414;
          case "TooLongHttpHeaderException" -> 431;
          default -> 400;
        };
    response
        .setStatusCode(status)
        .putHeader(HttpHeaders.CONTENT_TYPE, Reply.JSON)
        .end(problem.body().toBuffer())
        .onComplete(done -> request.connection().close());
  }
}
