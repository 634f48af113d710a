package dev.tradewind.storefront;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.spi.payment.PaymentForms;
import dev.tradewind.storefront.design.ShopDesign;
import dev.tradewind.storefront.visit.PictureSize;
import dev.tradewind.storefront.visit.RefusalReasons;
import dev.tradewind.storefront.visit.StoreApi;
import dev.tradewind.storefront.visit.StoreCall;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Failures within the handlers of all routes: each request gets an answer. */
class StorefrontFailuresTest {

  private final Vertx vertx = Vertx.vertx();
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    vertx.close();
  }

  /** API without any content, whose responses cannot be sent. */
  private static final class Unsendable implements StoreApi {

    @Override
    public Future<Reply> call(RoutingContext page, StoreCall call, List<String> knownTags) {
      return Future.succeededFuture(
          Reply.ok(
              new JsonObject()
                  .put("storefront", new JsonObject().put("name", "Harbour"))
                  .put("regions", new JsonArray())
                  .put("collections", new JsonArray())
                  .put("products", new JsonArray())
                  .put("product_categories", new JsonArray())
                  .put("count", 0)));
    }

    @Override
    public RefusalReasons reasons() {
      return RefusalReasons.NONE;
    }

    @Override
    public Future<Map<String, PictureSize>> measure(RoutingContext page, Set<String> signed) {
      return Future.succeededFuture(Map.of());
    }

    @Override
    public void requireOwnOrigin(RoutingContext page) {}

    @Override
    public String baseUrl(RoutingContext page) {
      return "http://localhost";
    }

    @Override
    public Future<String> fileRoot() {
      return Future.succeededFuture("/storefront/");
    }

    @Override
    public String contentPolicy() {
      return "default-src 'none'";
    }

    @Override
    public long cacheBytes() {
      return 0;
    }

    @Override
    public void send(RoutingContext page, Reply reply) {
      throw new IllegalArgumentException("A header is malformed");
    }
  }

  @Test
  void aResponseThatCannotBeSentIsAnsweredOnEachRoute() throws Exception {
    Router router = Router.router(vertx);
    router.route().handler(BodyHandler.create(false));
    Storefront storefront =
        new Storefront(new Unsendable(), ShopDesign.load(null), List.of(), PaymentForms.NONE);
    storefront.mount(router);
    storefront.mountNotFound(router);
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(router)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(10, TimeUnit.MINUTES);
    List<Route> routes =
        router.getRoutes().stream().filter(route -> route.methods() != null).toList();

    assertThat(routes).hasSizeGreaterThan(20);
    for (Route route : routes) {
      String name = route.getName() == null ? "/none" : route.getName();
      String path = name.contains("(?<") ? "/sitemaps/1.xml" : name.replaceAll(":\\w+", "%0aX");
      for (var method : route.methods()) {
        HttpRequest request =
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.actualPort() + path))
                .header("Accept", "text/html")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .timeout(Duration.ofMinutes(10))
                .method(method.name(), BodyPublishers.ofString("action=none"))
                .build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());

        assertThat(response.statusCode()).as("%s %s", method, path).isEqualTo(500);
      }
    }
  }
}
