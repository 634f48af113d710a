package dev.tradewind.stripe.testserver.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tradewind.stripe.testserver.state.Account;
import dev.tradewind.stripe.testserver.state.Actions;
import dev.tradewind.stripe.testserver.state.Charges;
import dev.tradewind.stripe.testserver.state.Confirmation;
import dev.tradewind.stripe.testserver.state.Disputes;
import dev.tradewind.stripe.testserver.state.PaymentMethods;
import dev.tradewind.stripe.testserver.state.Refunds;
import dev.tradewind.stripe.testserver.webhook.WebhookSender;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;

/** Request handler of the API and the pages. */
public final class StripeApi implements Handler<HttpServerRequest> {

  private static final String API = "/v1/";
  private static final String SCRIPT = "/v3/";

  private final ApiHandler api;
  private final PageHandler pages;
  private final Actions actions;

  public StripeApi(
      Account account, WebhookSender webhooks, String secretKey, String publishableKey) {
    PaymentMethods methods = new PaymentMethods(account);
    Charges charges = new Charges(account);
    Disputes disputes = new Disputes(account);
    Confirmation confirmation = new Confirmation(account, methods, charges, disputes);
    Refunds refunds = new Refunds(account);
    actions = new Actions(account, confirmation, refunds, disputes);
    ApiRoutes routes = ApiRoutes.of(account, methods, confirmation, charges, refunds, disputes);
    api = new ApiHandler(account, webhooks, routes.all(), secretKey, publishableKey);
    pages = new PageHandler(account, actions);
  }

  public Faults faults() {
    return api.faults();
  }

  public Actions actions() {
    return actions;
  }

  @Override
  public void handle(HttpServerRequest request) {
    request.body().onSuccess(body -> serve(request, body));
  }

  private void serve(HttpServerRequest request, Buffer body) {
    String path = request.path();
    if (request.method() == HttpMethod.OPTIONS) {
      request
          .response()
          .setStatusCode(204)
          .putHeader("Access-Control-Allow-Origin", "*")
          .putHeader("Access-Control-Allow-Methods", "GET, POST")
          .putHeader("Access-Control-Allow-Headers", "Authorization, Content-Type, Stripe-Version")
          .end();
    } else if (path.startsWith(API)) {
      api.serve(request, body);
    } else if (path.equals(SCRIPT)) {
      pages.serveScript(request);
    } else if (path.startsWith(PageHandler.AUTHENTICATION)) {
      pages.serveAuthentication(request, body.toString(UTF_8));
    } else {
      request.response().setStatusCode(404).end();
    }
  }
}
