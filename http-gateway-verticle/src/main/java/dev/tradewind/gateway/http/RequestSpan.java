package dev.tradewind.gateway.http;

import dev.tradewind.kernel.operation.Tracing;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Span of an HTTP request, from its arrival to the end of its response. */
final class RequestSpan {

  private static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
  private static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
  private static final AttributeKey<String> PATH = AttributeKey.stringKey("url.path");
  private static final AttributeKey<String> SCHEME = AttributeKey.stringKey("url.scheme");
  private static final AttributeKey<Long> STATUS =
      AttributeKey.longKey("http.response.status_code");
  private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
  private static final AttributeKey<String> OPERATION =
      AttributeKey.stringKey("tradewind.operation");

  private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");

  /** Ids of resources; other parameters of paths are e-mail addresses, codes and names of files. */
  private static final Pattern ID = Pattern.compile("[a-z]+_[0-9A-Za-z_]+");

  private RequestSpan() {}

  /**
   * Begins the span, which ends with the response.
   *
   * @param client trace context that the client sent
   * @param state values of tracing systems beside it
   * @param operation absent for requests that are not of an operation
   * @param route with {@code {parameters}}
   */
  static Span begin(
      Tracing tracing,
      RoutingContext context,
      @Nullable String client,
      @Nullable String state,
      @Nullable String operation,
      String route) {
    HttpServerRequest request = context.request();
    String method = request.method().name();
    Span span =
        tracing.request(
            method + " " + route, client, state, RequestIdHandler.sinceArrival(context));
    if (span.isRecording()) {
      span.setAttribute(METHOD, method)
          .setAttribute(ROUTE, route)
          .setAttribute(PATH, path(route, context.pathParams()))
          .setAttribute(SCHEME, request.scheme());
      if (operation != null) {
        span.setAttribute(OPERATION, operation);
      }
      context.addEndHandler(ended -> {
        if (ended.succeeded()) {
          answered(span, context.response().getStatusCode());
        }
        Tracing.end(span, ended.cause());
      });
    }
    return span;
  }

  private static void answered(Span span, int status) {
    span.setAttribute(STATUS, status);
    if (status >= 500) {
      span.setAttribute(ERROR_TYPE, Integer.toString(status)).setStatus(StatusCode.ERROR);
    }
  }

  /** The path with its ids alone. */
  static String path(String route, Map<String, String> parameters) {
    return PARAMETER
        .matcher(route)
        .replaceAll(parameter -> {
          String value = parameters.getOrDefault(parameter.group(1), "");
          return Matcher.quoteReplacement(ID.matcher(value).matches() ? value : parameter.group());
        });
  }
}
