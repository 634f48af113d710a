package dev.tradewind.acceptance;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.TraceCollector.Received;
import dev.tradewind.api.event.Topics;
import dev.tradewind.testing.TestKafka;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Trace of a checkout across two nodes, as a collector receives it. */
class TraceIT {

  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String CLIENT = "00f067aa0ba902b7";

  @Test
  void aCheckoutIsOneConnectedTraceOfRequestOperationsStatementsProviderAndEvents() {
    try (TraceCollector collector = new TraceCollector();
        Cluster cluster =
            new Cluster(2)
                .with("TRADEWIND_OTLP_ENDPOINT", collector.url())
                .with("TRADEWIND_TRACE_SAMPLE", "0")
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
              .post(path, null, "traceparent", "00-" + TRACE + "-" + CLIENT + "-01");

      String order = placed.body().getJsonObject("data").getString("id");
      KafkaEvents.Event event =
          KafkaEvents.about(TestKafka.bootstrapServers(), Topics.ORDER, order, 1).getFirst();
      String sending = span(event.header("traceparent"));
      gateway.process().awaitThat(() -> isWhole(collector.trace(TRACE), sending));
      List<Received> trace = collector.trace(TRACE);
      TracePicture.write(trace);

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
