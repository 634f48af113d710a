package dev.tradewind.stripe.testserver;

import dev.tradewind.stripe.testserver.http.Faults;
import dev.tradewind.stripe.testserver.http.StripeApi;
import dev.tradewind.stripe.testserver.state.Account;
import dev.tradewind.stripe.testserver.state.Actions;
import dev.tradewind.stripe.testserver.state.Event;
import dev.tradewind.stripe.testserver.state.Ledger;
import dev.tradewind.stripe.testserver.state.VirtualClock;
import dev.tradewind.stripe.testserver.webhook.WebhookSender;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stripe's API for tests and demos: payment intents with their charges, refunds and disputes, in
 * memory, with faults on request and signed webhooks.
 */
public final class StripeTestServer {

  private static final Logger log = LoggerFactory.getLogger(StripeTestServer.class);

  private static final String HOST = "127.0.0.1";
  private static final long TICK_MILLIS = 1000;

  private final Vertx vertx;
  private final HttpServer http;
  private final Account account;
  private final StripeApi api;
  private final WebhookSender webhooks;
  private final String url;
  private final long ticker;

  private StripeTestServer(
      Vertx vertx, HttpServer http, Account account, StripeApi api, WebhookSender webhooks) {
    this.vertx = vertx;
    this.http = http;
    this.account = account;
    this.api = api;
    this.webhooks = webhooks;
    url = "http://" + HOST + ":" + http.actualPort();
    account.serveAt(url);
    ticker = vertx.setPeriodic(TICK_MILLIS, timer -> account.clock().runDue());
  }

  /** Starts a server of an empty account on 127.0.0.1. */
  public static Future<StripeTestServer> start(Vertx vertx, StripeTestServerOptions options) {
    Account account =
        new Account(
            options.accountId(),
            options.isLive(),
            options.version(),
            new VirtualClock(options.clock()));
    WebhookSender webhooks = new WebhookSender(vertx, account, options.signatureClock());
    account.sendEventsBy(events -> webhooks.send(events, Future.succeededFuture()));
    account.clock().settleBy(webhooks::idle);
    StripeApi api = new StripeApi(account, webhooks, options.secretKey(), options.publishableKey());
    // Clients that offer the upgrade would lose the faults of a connection.
    HttpServerOptions http = new HttpServerOptions().setHttp2ClearTextEnabled(false);
    return vertx
        .createHttpServer(http)
        .requestHandler(api)
        .listen(options.port(), HOST)
        .map(listening -> new StripeTestServer(vertx, listening, account, api, webhooks))
        .onSuccess(server -> log.info("Started Stripe test server at {}", server.url));
  }

  /** Base of the API, the pages and the script. */
  public String url() {
    return url;
  }

  public Ledger ledger() {
    return account.ledger();
  }

  public Faults faults() {
    return api.faults();
  }

  public VirtualClock clock() {
    return account.clock();
  }

  public WebhookSender webhooks() {
    return webhooks;
  }

  /** Actions of shoppers, banks and card networks. */
  public Actions actions() {
    return api.actions();
  }

  /** A copy of a resource in the account's version, or null. */
  public @Nullable JsonObject find(String id) {
    return account.find(id);
  }

  /** Copies of all resources of a kind such as {@code payment_intent}, newest first. */
  public List<JsonObject> all(String object) {
    return account.all(object);
  }

  /** All events, oldest first. */
  public List<Event> events() {
    return account.events();
  }

  public Future<Void> close() {
    vertx.cancelTimer(ticker);
    return http.close().eventually(webhooks::close);
  }
}
