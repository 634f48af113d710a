package dev.tradewind.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.tradewind.gateway.auth.AllowedOrigins;
import dev.tradewind.gateway.auth.CorsHandler;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.RouteResponse;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

class CorsHandlerIT {

  private static final String ASKED =
      "Access-Control-Request-Method: POST\r\n%s: content-type,x-anything\r\n"
          .formatted("Access-Control-Request-Headers");

  private static RunningGateway gateway;
  private static Http http;

  @BeforeAll
  static void start() {
    gateway =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withStoreOrigins(AllowedOrigins.parse("http://store.test"))
                .withAdminOrigins(AllowedOrigins.parse("http://admin.test,/\\.staff\\.test$/")),
            Map.of(
                "points",
                List.of(
                    Route.open(
                        "GET",
                        "/points/{id}",
                        request ->
                            Future.succeededFuture(RouteResponse.json(200, new JsonObject()))))));
    http = gateway.http;
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/store/regions/x, http://store.test,    true",
    "/store/regions/x, http://admin.test,    false",
    "/store/regions/x, null,                 false",
    "/admin/anything,  http://admin.test,    true",
    "/admin/anything,  http://a.staff.test,  true",
    "/admin/anything,  http://store.test,    false",
    "/admin,           http://admin.test,    true",
    "/store/%2e%2e/admin/x, http://admin.test, true",
    "/administration,  http://admin.test,    false",
    "/health,          http://store.test,    false",
    "/points/1,        http://store.test,    true",
    "/points/1,        http://admin.test,    false",
  })
  void onlyPagesOfTheSurfaceMayRead(String path, String origin, boolean allowed) {
    Http.Answer answer = http.send("GET " + path + " HTTP/1.1", "Origin: " + origin + "\r\n", "");

    assertThat(answer.header("access-control-allow-origin")).isEqualTo(allowed ? origin : "");
    assertThat(answer.header("access-control-allow-credentials")).isEqualTo(allowed ? "true" : "");
    assertThat(answer.header("access-control-expose-headers"))
        .isEqualTo(allowed ? "Retry-After, X-Request-Id" : "");
  }

  @ParameterizedTest
  @CsvSource({"/admin/products, http://admin.test", "/points/1, http://store.test"})
  void aPreflightIsAnsweredWithoutCredentials(String path, String origin) {
    Http.Answer answer =
        http.send("OPTIONS " + path + " HTTP/1.1", "Origin: " + origin + "\r\n" + ASKED, "");

    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.header("access-control-allow-origin")).isEqualTo(origin);
    assertThat(answer.header("access-control-allow-credentials")).isEqualTo("true");
    assertThat(answer.header("access-control-allow-methods"))
        .isEqualTo("GET,HEAD,PUT,PATCH,POST,DELETE");
    assertThat(answer.header("access-control-allow-headers")).isEqualTo("content-type,x-anything");
    assertThat(answer.header("vary")).contains("Origin");
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void aPreflightOfAnotherOriginAllowsNothing() {
    Http.Answer answer =
        http.send(
            "OPTIONS /store/carts HTTP/1.1",
            "Origin: http://evil.test\r\nAccess-Control-Request-Method: POST\r\n",
            "");

    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.header("access-control-allow-origin")).isEmpty();
    assertThat(answer.header("access-control-allow-methods")).isEmpty();
  }

  /** A page's developer sees an opaque failure; the log says which setting allows the origin. */
  @Test
  void aRefusedOriginIsLoggedOnceWithItsSetting() {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger logger = (Logger) LoggerFactory.getLogger(CorsHandler.class);
    log.start();
    logger.addAppender(log);
    try {
      for (String request :
          List.of("OPTIONS /store/carts HTTP/1.1", "GET /store/regions/x HTTP/1.1")) {
        http.send(request, "Origin: http://refused.test\r\n", "");
      }
      http.send("GET /store/regions/x HTTP/1.1", "Origin: http://store.test\r\n", "");
    } finally {
      logger.detachAppender(log);
    }

    assertThat(List.copyOf(log.list))
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(
            "Refused the origin http://refused.test; TRADEWIND_STORE_CORS would allow it");
  }

  @Test
  void responsesVaryByOrigin() {
    assertThat(http.get("/store/regions/x").header("vary")).isEqualTo("Origin");
    assertThat(http.get("/health").header("vary")).isEmpty();
  }

  @Test
  void problemsHaveCorsHeadersToo() {
    Http.Answer answer =
        http.send("GET /store/nowhere HTTP/1.1", "Origin: http://store.test\r\n", "");

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.header("access-control-allow-origin")).isEqualTo("http://store.test");

    Http.Answer slash =
        http.send("GET /store/nowhere/ HTTP/1.1", "Origin: http://store.test\r\n", "");
    assertThat(slash.header("access-control-allow-origin")).isEqualTo("http://store.test");

    Http.Answer large =
        http.send(
            "POST /store/carts HTTP/1.1", "Origin: http://store.test\r\n", "x".repeat(200_000));
    assertThat(large.status()).isEqualTo(413);
    assertThat(large.header("access-control-allow-origin")).isEqualTo("http://store.test");
  }

  @Test
  void withoutAllowedOriginsThereAreNoCorsHeaders() {
    try (RunningGateway closed = new RunningGateway(GatewayConfig.of("127.0.0.1", 0))) {
      Http.Answer answer =
          closed.http.send("GET /store/nowhere HTTP/1.1", "Origin: http://store.test\r\n", "");

      assertThat(answer.header("access-control-allow-origin")).isEmpty();
      assertThat(answer.header("vary")).isEmpty();
    }
  }
}
