package com.example.harbourpay;

import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.RouteRequest;
import dev.tradewind.spi.RouteResponse;
import dev.tradewind.spi.Setting;
import dev.tradewind.spi.payment.PaymentNotice;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;

/** Plugin of the payment service HarbourPay; it is on where the service's address is set. */
public final class HarbourPayPlugin implements Plugin {

  static final String URL = "TRADEWIND_HARBOURPAY_URL";
  static final String API_KEY = "TRADEWIND_HARBOURPAY_API_KEY";

  private static final Duration CHECK_TIME = Duration.ofSeconds(10);

  private HarbourPayApi api;
  private PluginContext node;
  private String authorization;

  @Override
  public String name() {
    return "harbourpay";
  }

  @Override
  public List<Setting> settings() {
    return List.of(Setting.plain(URL), Setting.secret(API_KEY));
  }

  @Override
  public Future<List<Provider>> start(PluginContext context) {
    if (context.setting(URL).isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    String key =
        context
            .setting(API_KEY)
            .orElseThrow(() -> new IllegalArgumentException("HarbourPay needs " + API_KEY + "."));
    node = context;
    authorization = "Bearer " + key;
    api = new HarbourPayApi(context, context.setting(URL).get(), key);
    context.reportHealth(this::ping);
    return Future.succeededFuture(List.of(new HarbourPayProvider(api)));
  }

  private Future<Void> ping() {
    return api.get(api.url("ping"), api.now().plus(CHECK_TIME)).mapEmpty();
  }

  @Override
  public Future<String> check() {
    if (api == null) {
      return Future.succeededFuture("Off.");
    }
    return ping().map("HarbourPay accepts the API key.");
  }

  /**
   * Notices of the service, and the payment as the service knows it, for staff who may read orders.
   */
  @Override
  public List<Route> routes() {
    if (api == null) {
      return List.of();
    }
    return List.of(
            Route.open("POST", "/harbourpay/notices", this::receive),
            Route.staff("GET", "/admin/harbourpay/payments/{id}", "orders:read", this::payment));
  }

  /** A notice names its payment alone: the shop asks the service for its state. */
  private Future<RouteResponse> receive(RouteRequest request) {
    String sent = request.headers().get("Authorization");
    if (sent == null || !MessageDigest.isEqual(bytes(sent), bytes(authorization))) {
      return Future.succeededFuture(RouteResponse.text(401, "This is not HarbourPay."));
    }
    JsonObject notice = request.body().toJsonObject();
    return node.report(
            new PaymentNotice(
                notice.getString("id"), HarbourPayProvider.ID, notice.getString("payment")))
        .map(stored -> RouteResponse.text(200, "OK"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Future<RouteResponse> payment(RouteRequest request) {
    return api.get(api.url("payments", request.parameters().get("id")), request.deadline())
        .map(found ->
            found
                .map(payment -> RouteResponse.json(200, payment))
                .orElseGet(() -> RouteResponse.text(404, "There is no such payment.")));
  }
}
