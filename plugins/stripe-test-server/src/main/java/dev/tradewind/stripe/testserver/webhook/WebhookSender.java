package dev.tradewind.stripe.testserver.webhook;

import dev.tradewind.stripe.testserver.state.Account;
import dev.tradewind.stripe.testserver.state.ApiVersion;
import dev.tradewind.stripe.testserver.state.Event;
import dev.tradewind.stripe.testserver.state.EventLists;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sender of webhooks: in order to each endpoint unless held, with retries on the virtual clock. */
public final class WebhookSender {

  private static final Logger log = LoggerFactory.getLogger(WebhookSender.class);

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration SIGNATURE_OFFSET = Duration.ofMinutes(10);

  /** Retries of live mode, to the end of the third day. */
  private static final List<Duration> LIVE =
      List.of(
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(5),
          Duration.ofHours(10),
          Duration.ofHours(12),
          Duration.ofHours(12),
          Duration.ofHours(12),
          Duration.ofHours(12));

  private static final List<Duration> SANDBOX =
      List.of(Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofHours(2));

  private record Planned(String type, DeliveryFault fault) {}

  private final Account account;
  private final Clock signatureClock;
  private final Context context;
  private final HttpClient client;
  private final ForgedEvents forged;
  private final List<WebhookEndpoint> endpoints = new ArrayList<>();
  private final List<Planned> planned = new ArrayList<>();
  private final List<Event> held = new ArrayList<>();
  private final List<Delivery> deliveries = new ArrayList<>();
  private final Map<WebhookEndpoint, Future<Void>> queues = new LinkedHashMap<>();
  private final Map<String, Integer> pending = new HashMap<>();
  private boolean isHolding;

  /**
   * A sender without endpoints.
   *
   * @param signatureClock the clock of the receivers, which compare timestamps with it
   */
  public WebhookSender(Vertx vertx, Account account, Clock signatureClock) {
    this.account = account;
    this.signatureClock = signatureClock;
    context = vertx.getOrCreateContext();
    client = vertx.createHttpClient();
    forged = new ForgedEvents(account);
  }

  public synchronized void add(WebhookEndpoint endpoint) {
    endpoints.add(endpoint);
  }

  /** Plans the fault of the next event of the type, which may end in an asterisk. */
  public synchronized void plan(String type, DeliveryFault fault) {
    planned.add(new Planned(type, fault));
  }

  /** Holds all events from now on. */
  public synchronized void hold() {
    isHolding = true;
  }

  /** Delivers the held events in their order, and holds no more. */
  public Future<Void> release() {
    return release(events -> {});
  }

  /** Delivers the held events in an order by chance, and holds no more. */
  public Future<Void> releaseShuffled(long seed) {
    return release(events -> Collections.shuffle(events, new Random(seed)));
  }

  private synchronized Future<Void> release(Consumer<List<Event>> order) {
    isHolding = false;
    List<Event> events = new ArrayList<>(held);
    held.clear();
    order.accept(events);
    events.forEach(event -> deliver(event, null));
    return idle();
  }

  /** Delivers an event once more. */
  public synchronized Future<Void> redeliver(String eventId) {
    account.events().stream()
        .filter(event -> event.id().equals(eventId))
        .forEach(event -> deliver(event, null));
    return idle();
  }

  public ForgedEvents forged() {
    return forged;
  }

  /** Delivers a body as it is, correctly signed, once to all endpoints. */
  public synchronized Future<Void> sendForged(JsonObject body) {
    Event event = new Event(body, ApiVersion.OLDEST);
    for (WebhookEndpoint endpoint : endpoints) {
      enqueue(endpoint, () -> attempt(endpoint, event, body.encodePrettily(), 1, null));
    }
    return idle();
  }

  /** All attempts that have ended. */
  public synchronized List<Delivery> deliveries() {
    return List.copyOf(deliveries);
  }

  /** Succeeds once no delivery is under way; retries that the clock has not reached are not. */
  public synchronized Future<Void> idle() {
    List<Future<Void>> current = List.copyOf(queues.values());
    return Future.join(current)
        .transform(ended -> current.equals(presentQueues()) ? Future.succeededFuture() : idle());
  }

  private synchronized List<Future<Void>> presentQueues() {
    return List.copyOf(queues.values());
  }

  /** Delivers the events planned as early; the result is what is left to send after the answer. */
  public synchronized Future<List<Event>> sendEarly(List<Event> events) {
    List<Event> rest = new ArrayList<>();
    boolean hasEarly = false;
    for (Event event : events) {
      if (take(event, DeliveryFault.EARLY)) {
        hasEarly = true;
        deliver(event, null);
      } else {
        rest.add(event);
      }
    }
    return hasEarly ? idle().map(rest) : Future.succeededFuture(rest);
  }

  /** Delivers the events by their plans, once the answer to their request is written. */
  public synchronized void send(List<Event> events, Future<Void> answered) {
    for (Event event : events) {
      DeliveryFault fault = take(event);
      if (isHolding || fault == DeliveryFault.HELD) {
        held.add(event);
      } else if (fault != DeliveryFault.DROPPED) {
        endpoints.forEach(endpoint -> enqueue(endpoint, () -> answered));
        deliver(event, fault);
        if (fault == DeliveryFault.TWICE) {
          deliver(event, null);
        }
      }
    }
  }

  private boolean take(Event event, DeliveryFault fault) {
    return planned.stream()
        .filter(plan -> EventLists.matches(plan.type, event))
        .findFirst()
        .filter(plan -> plan.fault == fault)
        .map(planned::remove)
        .orElse(false);
  }

  private @Nullable DeliveryFault take(Event event) {
    for (Iterator<Planned> plans = planned.iterator(); plans.hasNext(); ) {
      Planned plan = plans.next();
      if (EventLists.matches(plan.type, event)) {
        plans.remove();
        return plan.fault;
      }
    }
    return null;
  }

  private void deliver(Event event, @Nullable DeliveryFault fault) {
    List<WebhookEndpoint> receivers =
        endpoints.stream().filter(endpoint -> endpoint.takes(event)).toList();
    pending.put(event.id(), receivers.size());
    account.pendingWebhooks(event, receivers.size());
    receivers.forEach(endpoint -> enqueue(endpoint, event, 1, fault));
  }

  private synchronized void enqueue(
      WebhookEndpoint endpoint, Event event, int attempt, @Nullable DeliveryFault fault) {
    enqueue(
        endpoint,
        () -> {
          String body = event.rendered(endpoint.version()).encodePrettily();
          return attempt(endpoint, event, body, attempt, fault)
              .map(delivery -> ended(endpoint, event, delivery));
        });
  }

  private synchronized Delivery ended(WebhookEndpoint endpoint, Event event, Delivery delivery) {
    if (delivery.hasSucceeded()) {
      account.pendingWebhooks(event, pending.merge(event.id(), -1, Integer::sum));
    } else {
      retry(endpoint, event, delivery.attempt());
    }
    return delivery;
  }

  private synchronized void enqueue(WebhookEndpoint endpoint, Supplier<Future<?>> delivery) {
    Future<Void> previous = queues.getOrDefault(endpoint, Future.succeededFuture());
    queues.put(endpoint, previous.transform(ended -> delivery.get().mapEmpty()));
  }

  private void retry(WebhookEndpoint endpoint, Event event, int attempt) {
    List<Duration> delays = account.isLive() ? LIVE : SANDBOX;
    if (attempt <= delays.size()) {
      account
          .clock()
          .after(delays.get(attempt - 1), () -> enqueue(endpoint, event, attempt + 1, null));
    }
  }

  private Future<Delivery> attempt(
      WebhookEndpoint endpoint,
      Event event,
      String body,
      int attempt,
      @Nullable DeliveryFault fault) {
    RequestOptions request =
        new RequestOptions()
            .setAbsoluteURI(endpoint.url())
            .setMethod(HttpMethod.POST)
            .setTimeout(TIMEOUT.toMillis())
            .setFollowRedirects(false)
            .putHeader("Content-Type", "application/json; charset=utf-8")
            .putHeader("User-Agent", "Stripe/1.0 (+https://stripe.com/docs/webhooks)");
    String signature = signature(endpoint, body, fault);
    if (signature != null) {
      request.putHeader(WebhookSignature.HEADER, signature);
    }
    Promise<Integer> status = Promise.promise();
    // On the context: elsewhere a body can end before it is asked for.
    context.runOnContext(run -> post(request, body).onComplete(status));
    return status
        .future()
        .otherwise(failure -> {
          log.debug("Failed to deliver event {} to {}", event.id(), endpoint.url(), failure);
          return 0;
        })
        .map(code -> record(new Delivery(event.id(), event.type(), endpoint.url(), attempt, code)));
  }

  private Future<Integer> post(RequestOptions request, String body) {
    return client
        .request(request)
        .compose(opened -> opened.send(Buffer.buffer(body)))
        .compose(response -> response.body().map(ignored -> response.statusCode()));
  }

  private synchronized Delivery record(Delivery delivery) {
    deliveries.add(delivery);
    return delivery;
  }

  private @Nullable String signature(
      WebhookEndpoint endpoint, String body, @Nullable DeliveryFault fault) {
    long now = signatureClock.instant().getEpochSecond();
    return switch (fault) {
      case UNSIGNED -> null;
      case WRONG_SIGNATURE -> WebhookSignature.of(List.of("whsec_of_another_endpoint"), now, body);
      case STALE ->
          WebhookSignature.of(endpoint.secrets(), now - SIGNATURE_OFFSET.toSeconds(), body);
      case FUTURE ->
          WebhookSignature.of(endpoint.secrets(), now + SIGNATURE_OFFSET.toSeconds(), body);
      case null, default -> WebhookSignature.of(endpoint.secrets(), now, body);
    };
  }

  public Future<Void> close() {
    return client.close();
  }
}
