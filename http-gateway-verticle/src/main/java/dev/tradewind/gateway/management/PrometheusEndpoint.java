package dev.tradewind.gateway.management;

import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.kernel.operation.AnswerStep;
import dev.tradewind.kernel.operation.Reply;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;

/** Metrics of the node in the Prometheus exposition format. */
public final class PrometheusEndpoint {

  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

  private final Vertx vertx;
  private final PrometheusMeterRegistry registry;

  public PrometheusEndpoint(Vertx vertx, PrometheusMeterRegistry registry) {
    this.vertx = vertx;
    this.registry = registry;
  }

  public void mount(Router router) {
    router.get("/metrics").handler(this::page);
  }

  private void page(RoutingContext context) {
    // Rendering thousands of series takes long, so a worker does it.
    vertx
        .executeBlocking(() -> Buffer.buffer(registry.scrape(TEXT)))
        .map(
            AnswerStep.of(page ->
                HttpResponses.send(context.response(), new Reply(200, TEXT, page, Map.of()))))
        .onFailure(context::fail);
  }
}
