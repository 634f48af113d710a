package dev.tradewind.staffpages;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.config.DashboardConfig;
import dev.tradewind.gateway.staticfile.StaticFolder;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import io.vertx.junit5.VertxExtension;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page in place of a dashboard that is not built. */
@ExtendWith(VertxExtension.class)
class MissingDashboardIT {

  @ParameterizedTest
  @ValueSource(strings = {"/app", "/app/a/orders", "/app/main.0123abcd.js"})
  void everyPathSaysWhatToInstall(String path, Vertx vertx) throws Exception {
    Router router = Router.router(vertx);
    new DashboardRoutes(
            vertx, DashboardConfig.DEVELOPMENT, null, StaticFolder.built("/no-dashboard"))
        .mount(router);
    HttpServer server =
        await(vertx.createHttpServer().requestHandler(router).listen(0, "127.0.0.1"));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.actualPort() + path))
            .build();

    HttpResponse<String> page = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());

    assertThat(page.statusCode()).isEqualTo(404);
    assertThat(page.headers().firstValue("content-type")).hasValue("text/html; charset=utf-8");
    assertThat(page.headers().firstValue("content-security-policy")).isPresent();
    assertThat(page.body())
        .contains("The admin dashboard is not built", "Install Node.js 18 or later with npm");
  }
}
