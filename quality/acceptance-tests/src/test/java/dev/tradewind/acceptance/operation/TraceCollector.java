package dev.tradewind.acceptance.operation;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.zip.GZIPInputStream;

/**
 * Collector of traces: takes OTLP over HTTP from those that have its login, and keeps the spans.
 */
final class TraceCollector implements AutoCloseable {

  static final String LOGIN = "Bearer collector's own, secret";

  private final HttpServer server;
  private final Queue<Received> spans = new ConcurrentLinkedQueue<>();

  /**
   * Span with the node that sent it.
   *
   * @param start nanoseconds since 1970
   * @param parent empty for the first span of a trace
   * @param attributes as text
   */
  record Received(
      String node,
      String service,
      String trace,
      String id,
      String parent,
      String name,
      Span.SpanKind kind,
      long start,
      long end,
      Map<String, String> attributes,
      String state,
      List<String> linkedTraces) {}

  TraceCollector() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    server.createContext("/v1/traces", this::take);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Spans of a trace so far. */
  List<Received> trace(String id) {
    return spans.stream().filter(span -> span.trace.equals(id)).toList();
  }

  /** All spans so far. */
  List<Received> all() {
    return List.copyOf(spans);
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange;
        InputStream body = new GZIPInputStream(exchange.getRequestBody())) {
      if (!LOGIN.equals(exchange.getRequestHeaders().getFirst("authorization"))) {
        exchange.sendResponseHeaders(401, -1);
        return;
      }
      for (ResourceSpans sent : ExportTraceServiceRequest.parseFrom(body).getResourceSpansList()) {
        Map<String, String> resource = texts(sent.getResource().getAttributesList());
        for (ScopeSpans scope : sent.getScopeSpansList()) {
          scope.getSpansList().forEach(span -> spans.add(received(resource, span)));
        }
      }
      exchange.getResponseHeaders().set("content-type", "application/x-protobuf");
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private static Received received(Map<String, String> resource, Span span) {
    HexFormat hex = HexFormat.of();
    return new Received(
        resource.get("service.instance.id"),
        resource.get("service.name"),
        hex.formatHex(span.getTraceId().toByteArray()),
        hex.formatHex(span.getSpanId().toByteArray()),
        hex.formatHex(span.getParentSpanId().toByteArray()),
        span.getName(),
        span.getKind(),
        span.getStartTimeUnixNano(),
        span.getEndTimeUnixNano(),
        texts(span.getAttributesList()),
        span.getTraceState(),
        span.getLinksList().stream()
            .map(link -> hex.formatHex(link.getTraceId().toByteArray()))
            .toList());
  }

  private static Map<String, String> texts(List<KeyValue> attributes) {
    Map<String, String> texts = new TreeMap<>();
    attributes.forEach(attribute -> {
      AnyValue value = attribute.getValue();
      texts.put(
          attribute.getKey(),
          value.hasStringValue() ? value.getStringValue() : Long.toString(value.getIntValue()));
    });
    return texts;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
