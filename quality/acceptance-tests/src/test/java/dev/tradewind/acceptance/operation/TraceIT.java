package dev.tradewind.acceptance.operation;

import static dev.tradewind.testing.Eventually.value;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.KafkaEvents;
import dev.tradewind.acceptance.catalog.CsvAdminClient;
import dev.tradewind.acceptance.operation.TraceCollector.Received;
import dev.tradewind.api.event.Topics;
import dev.tradewind.batch.job.JobFailedException;
import dev.tradewind.testing.TestKafka;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of requests and of background work, as a collector receives them. */
class TraceIT {

  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String CLIENT = "00f067aa0ba902b7";
  private static final String STATE = "rojo=1";

  /** As the variables of OpenTelemetry have it: a list of names and encoded values. */
  private static final String HEADERS =
      "x-shop=north, authorization = Bearer%20collector's%20own%2C%20secret";

  /** Names of the traces of background work. */
  private static final Set<String> TASKS =
      Set.of(
          "relay-outbox",
          "publish-snapshot",
          "deliver-webhooks",
          "run-jobs",
          "send-notifications",
          "retry-payment-operations",
          "retry-fulfillment-operations",
          "reconcile-payment-attempts",
          "payment-notices",
          "erase-personal-data",
          "notify-of-restocked-variants",
          "move-files",
          "make-image-sizes",
          "synchronize-draft-order-emails",
          "remove-dangling-references");

  @TempDir private Path folder;

  @Test
  void aCheckoutIsOneConnectedTraceOfRequestOperationsStatementsProviderAndEvents() {
    try (TraceCollector collector = new TraceCollector();
        Cluster cluster =
            new Cluster(2)
                .with("TRADEWIND_OTLP_ENDPOINT", collector.url())
                .with("TRADEWIND_OTLP_HEADERS", HEADERS)
                .with("TRADEWIND_TRACE_SAMPLE", "0")
                .with("TRADEWIND_TRACE_TRUST_CALLERS", "true")
                .with("TRADEWIND_TRACE_SERVICE", "north")
                .with("TRADEWIND_TRACE_MESSAGES", "true")) {
      cluster.domain();
      Cluster.Gateway gateway = cluster.gateway();
      // The first one loads classes and fills caches.
      gateway.checkOut();
      String path = "/store/carts/" + gateway.readyCart() + "/complete";

      Answer placed =
          gateway
              .storefront()
              .post(
                  path,
                  null,
                  "traceparent",
                  "00-" + TRACE + "-" + CLIENT + "-01",
                  "tracestate",
                  STATE);

      String order = placed.body().getJsonObject("data").getString("id");
      KafkaEvents.Event event =
          value(
                  () -> KafkaEvents.about(TestKafka.bootstrapServers(), Topics.ORDER, order),
                  events -> !events.isEmpty())
              .getFirst();
      String sending = span(event.header("traceparent"));
      gateway.process().awaitThat(() -> isWhole(collector.trace(TRACE), sending));
      List<Received> trace = collector.trace(TRACE);
      TracePicture.write(trace);

      assertThat(event.header("tracestate")).isEqualTo(STATE);
      assertThat(trace).extracting(Received::state).containsOnly(STATE);
      assertThat(trace).extracting(Received::service).containsOnly("north");
      assertThat(trace.stream().map(Received::node).collect(toSet())).hasSize(2);
      assertThat(parentsOutside(trace)).containsExactly(CLIENT);
      Received request = only(trace, SpanKind.SPAN_KIND_SERVER, "POST /store/carts/{id}/complete");
      assertThat(request.parent()).isEqualTo(CLIENT);
      assertThat(request.attributes())
          .containsEntry("http.request.method", "POST")
          .containsEntry("http.route", "/store/carts/{id}/complete")
          .containsEntry("http.response.status_code", "200")
          .containsEntry("url.path", path)
          .containsEntry("url.scheme", "http")
          .containsEntry("tradewind.operation", "storeCompleteCart");
      Received asked = only(trace, SpanKind.SPAN_KIND_CLIENT, "storeCompleteCart");
      Received executed = only(trace, SpanKind.SPAN_KIND_SERVER, "storeCompleteCart");
      assertThat(asked.parent()).isEqualTo(request.id());
      assertThat(asked.node()).isEqualTo(request.node());
      assertThat(executed.parent()).isEqualTo(asked.id());
      assertThat(executed.node()).isNotEqualTo(request.node());

      assertThat(trace)
          .filteredOn(span -> span.attributes().containsKey("db.system.name"))
          .allSatisfy(span -> {
            assertThat(span.kind()).isEqualTo(SpanKind.SPAN_KIND_CLIENT);
            assertThat(span.attributes())
                .containsEntry("db.system.name", "postgresql")
                .containsEntry("db.query.summary", span.name())
                .doesNotContainKeys("db.query.text");
          })
          .extracting(Received::name)
          .anyMatch(name -> name.startsWith("SELECT cart "))
          .contains("SELECT place_order");
      assertThat(trace)
          .filteredOn(span -> "payment".equals(span.attributes().get("tradewind.provider.kind")))
          .isNotEmpty()
          .allSatisfy(span ->
              assertThat(span.attributes())
                  .containsEntry("tradewind.provider.id", "manual")
                  .containsEntry("tradewind.outcome", "done"));

      Received sent = byId(trace, sending);
      assertThat(sent.kind()).isEqualTo(SpanKind.SPAN_KIND_PRODUCER);
      assertThat(sent.parent()).isEqualTo(span(event.header("ce_traceparent")));
      assertThat(byId(trace, sent.parent()).kind()).isEqualTo(SpanKind.SPAN_KIND_SERVER);
      assertThat(sent.attributes())
          .containsEntry("messaging.system", "kafka")
          .containsEntry("messaging.operation.type", "send")
          .containsEntry("messaging.destination.name", Topics.ORDER)
          .containsEntry("messaging.message.id", event.header("ce_id"));
      assertThat(trace.toString()).doesNotContain("shopper@example.com");
    }
  }

  @Test
  void backgroundWorkHasTracesOfItsOwnWithLinksToItsCauses() throws IOException {
    HttpServer receiver = receiver();
    try (Closeable stopping = () -> receiver.stop(0);
        TraceCollector collector = new TraceCollector();
        Cluster cluster =
            new Cluster(1)
                .with("TRADEWIND_OTLP_ENDPOINT", collector.url())
                .with("TRADEWIND_OTLP_HEADERS_FILE", file("headers", HEADERS))
                .with("TRADEWIND_TRACE_SAMPLE", "1")
                .with("TRADEWIND_WEBHOOKS", "true")
                .with("TRADEWIND_WEBHOOKS_ALLOW_NETWORKS", "127.0.0.0/8")
                .with("TRADEWIND_WEBHOOKS_FILE", file("webhooks", webhook(receiver)))) {
      Cluster.Gateway node = cluster.full();
      Answer placed =
          node.storefront()
              .post(
                  "/store/carts/" + node.readyCart() + "/complete",
                  null,
                  "traceparent",
                  // The share of the shop decides.
                  "00-" + TRACE + "-" + CLIENT + "-00");
      assertThat(placed.status()).isEqualTo(200);
      CsvAdminClient admin = CsvAdminClient.ofDemo(node.storefront());
      admin.create("product-export", new JsonObject().put("limit", 1), false);
      assertThat(admin.imported("Product Handle;Product Title\n;Cup\n").getString("status"))
          .isEqualTo("failed");

      node.process()
          .awaitThat(() ->
              cause(collector, "relay-outbox").contains(TRACE)
                  && cause(collector, "deliver-webhooks").contains(TRACE)
                  && roots(collector, "run-jobs").size() >= 2);

      List<Received> spans = collector.all();
      assertThat(childrenOfEach(spans, "relay-outbox"))
          .allSatisfy(children -> assertThat(children).contains("UPDATE outbox"));
      assertThat(childrenOfEach(spans, "deliver-webhooks"))
          .allSatisfy(children -> assertThat(children).contains("POST"));
      assertThat(childrenOfEach(spans, "run-jobs"))
          .anySatisfy(children -> assertThat(children).contains("exportProducts"));
      assertThat(roots(spans, "run-jobs"))
          .filteredOn(root -> root.attributes().containsKey("error.type"))
          .singleElement()
          .satisfies(failed ->
              assertThat(failed.attributes())
                  .containsEntry("error.type", JobFailedException.class.getName()));
      assertThat(only(spans, SpanKind.SPAN_KIND_CLIENT, "POST").attributes())
          .containsEntry("http.request.method", "POST")
          .containsEntry("http.response.status_code", "204")
          .containsEntry("server.address", "127.0.0.1");
      // The event of the job is of its trace, and the relay that publishes it links to that.
      assertThat(cause(collector, "relay-outbox"))
          .containsAnyElementsOf(
              roots(collector, "run-jobs").stream().map(Received::trace).toList());
      assertThat(spans)
          .filteredOn(span -> span.parent().isEmpty())
          .allMatch(
              span -> span.kind() == SpanKind.SPAN_KIND_SERVER || TASKS.contains(span.name()));
    }
  }

  private String file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content).toString();
  }

  private static HttpServer receiver() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static String webhook(HttpServer receiver) {
    String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/";
    return new JsonArray()
        .add(
            new JsonObject()
                .put("id", "webhook_traced")
                .put("url", url)
                .put("event_types", new JsonArray().add("order.placed"))
                .put("secret", "whsec_" + "c2VjcmV0".repeat(4)))
        .encode();
  }

  private static List<Received> roots(TraceCollector collector, String task) {
    return roots(collector.all(), task);
  }

  private static List<Received> roots(List<Received> spans, String task) {
    return spans.stream()
        .filter(span -> span.parent().isEmpty() && span.name().equals(task))
        .toList();
  }

  /** Traces that the task has worked for. */
  private static Set<String> cause(TraceCollector collector, String task) {
    return roots(collector, task).stream()
        .flatMap(root -> root.linkedTraces().stream())
        .collect(toSet());
  }

  /** Names of the spans in each trace of the task. */
  private static List<List<String>> childrenOfEach(List<Received> spans, String task) {
    return roots(spans, task).stream()
        .map(root ->
            spans.stream()
                .filter(span -> span.trace().equals(root.trace()))
                .map(Received::name)
                .toList())
        .toList();
  }

  /** Whether all parents have arrived, and the span of the sent event. */
  private static boolean isWhole(List<Received> trace, String sending) {
    return parentsOutside(trace).equals(Set.of(CLIENT))
        && trace.stream().anyMatch(span -> span.id().equals(sending));
  }

  private static Set<String> parentsOutside(List<Received> trace) {
    Set<String> ids = trace.stream().map(Received::id).collect(toSet());
    return trace.stream().map(Received::parent).filter(id -> !ids.contains(id)).collect(toSet());
  }

  private static Received only(List<Received> trace, SpanKind kind, String name) {
    List<Received> found =
        trace.stream().filter(span -> span.kind() == kind && span.name().equals(name)).toList();
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  private static Received byId(List<Received> trace, String id) {
    return trace.stream().filter(span -> span.id().equals(id)).findFirst().orElseThrow();
  }

  private static String span(String traceparent) {
    assertThat(traceparent).startsWith("00-" + TRACE);
    return traceparent.split("-", -1)[2];
  }
}
