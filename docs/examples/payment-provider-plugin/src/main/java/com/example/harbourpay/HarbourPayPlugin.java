package com.example.harbourpay;

import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.RouteRequest;
import dev.tradewind.spi.RouteResponse;
import dev.tradewind.spi.Setting;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;

/** Plugin of the payment service HarbourPay; it is on where the service's address is set. */
public final class HarbourPayPlugin implements Plugin {

  static final String URL = "TRADEWIND_HARBOURPAY_URL";
  static final String API_KEY = "TRADEWIND_HARBOURPAY_API_KEY";

  private static final Duration CHECK_TIME = Duration.ofSeconds(10);

  private HarbourPayApi api;

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
    api = new HarbourPayApi(context, context.setting(URL).get(), key);
    context.reportHealth(this::ping);
    return Future.succeededFuture(List.of(new HarbourPayProvider(api)));
  }

  private Future<Void> ping() {
    return api.get("/ping", api.now().plus(CHECK_TIME)).mapEmpty();
  }

  @Override
  public Future<String> check() {
    return api == null
        ? Future.succeededFuture("Off.")
        : ping().map("HarbourPay accepts the API key.");
  }

  /** The payment as the service knows it, for staff who may read orders. */
  @Override
  public List<Route> routes() {
    return api == null
        ? List.of()
        : List.of(
            Route.staff("GET", "/admin/harbourpay/payments/{id}", "orders:read", this::payment));
  }

  private Future<RouteResponse> payment(RouteRequest request) {
    return api.get("/payments/" + request.parameters().get("id"), request.deadline())
        .map(found ->
            found
                .map(payment -> RouteResponse.json(200, payment))
                .orElseGet(() -> RouteResponse.text(404, "There is no such payment.")));
  }
}
