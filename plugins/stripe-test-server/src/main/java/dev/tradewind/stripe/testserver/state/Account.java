package dev.tradewind.stripe.testserver.state;

import io.vertx.core.json.JsonObject;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All resources of one account in memory. One lock guards them. */
public final class Account {

  private static final String ALPHABET =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final int ID_LENGTH = 24;

  private final String id;
  private final boolean isLive;
  private final VirtualClock clock;
  private final Ledger ledger;
  private final RandomGenerator random = new SecureRandom();
  private final Map<String, JsonObject> resources = new LinkedHashMap<>();
  private final Map<String, Event> events = new LinkedHashMap<>();
  private final Renderer renderer = new Renderer(this);
  private final ApiVersion version;
  private Consumer<List<Event>> sender = caused -> {};
  private String url = "";

  /**
   * An empty account.
   *
   * @param version default version
   */
  public Account(String id, boolean isLive, ApiVersion version, VirtualClock clock) {
    this.id = id;
    this.isLive = isLive;
    this.version = version;
    this.clock = clock;
    ledger = new Ledger(clock);
  }

  public VirtualClock clock() {
    return clock;
  }

  public Ledger ledger() {
    return ledger;
  }

  public ApiVersion version() {
    return version;
  }

  public boolean isLive() {
    return isLive;
  }

  public String id() {
    return id;
  }

  /** Sets the base of the pages that next actions lead to. */
  public synchronized void serveAt(String base) {
    url = base;
  }

  String url() {
    return url;
  }

  long seconds() {
    return clock.now().getEpochSecond();
  }

  /**
   * Sets the sender of the events of timers and of actions; the caller of a request sends the
   * events of the request.
   */
  public void sendEventsBy(Consumer<List<Event>> target) {
    sender = target;
  }

  /** Runs an operation and renders its result under the lock; a refusal is rendered, too. */
  public synchronized JsonObject answer(ApiCall call, Function<ApiCall, JsonObject> operation) {
    try {
      return renderer.answer(operation.apply(call), call);
    } catch (StripeError refusal) {
      JsonObject error = refusal.error();
      for (String name : List.of("payment_intent", "payment_method")) {
        if (error.getValue(name) instanceof JsonObject resource) {
          error.put(name, renderer.nested(resource, call));
        }
      }
      throw refusal;
    }
  }

  /** Runs what is no request, and sends its events. */
  void act(Consumer<ApiCall> action) {
    ApiCall call = ApiCall.withoutRequest();
    synchronized (this) {
      action.accept(call);
    }
    sender.accept(call.events());
  }

  void after(Duration delay, Consumer<ApiCall> action) {
    clock.after(delay, () -> act(action));
  }

  public String newId(String prefix) {
    StringBuilder id = new StringBuilder(prefix);
    for (int i = 0; i < ID_LENGTH; i++) {
      id.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return id.toString();
  }

  /** Adds a resource with the fields that all have. */
  JsonObject add(String prefix, String object, JsonObject fields) {
    return add(prepare(prefix, object, fields));
  }

  /** A resource that no request can name yet. */
  JsonObject prepare(String prefix, String object, JsonObject fields) {
    return new JsonObject()
        .put("id", newId(prefix))
        .put("object", object)
        .put("created", seconds())
        .put("livemode", isLive)
        .mergeIn(fields);
  }

  JsonObject add(JsonObject prepared) {
    resources.put(prepared.getString("id"), prepared);
    return prepared;
  }

  JsonObject get(String resourceId) {
    JsonObject resource = resources.get(resourceId);
    if (resource == null) {
      throw new IllegalStateException("Resource " + resourceId + " does not exist");
    }
    return resource;
  }

  /** The resource that a request names; refuses ids of no such object. */
  JsonObject named(String object, String resourceId, String param) {
    JsonObject resource = resources.get(resourceId);
    if (resource == null || !object.equals(resource.getString("object"))) {
      throw StripeError.unknown(object, resourceId, param);
    }
    return resource;
  }

  Stream<JsonObject> newestFirst(String object) {
    return new ArrayList<>(resources.values())
        .reversed().stream().filter(resource -> object.equals(resource.getString("object")));
  }

  /** A copy of the resource in the form of the account's version, or null. */
  public synchronized @Nullable JsonObject find(String resourceId) {
    JsonObject resource = resources.get(resourceId);
    return resource == null ? null : Renderer.render(resource, version);
  }

  /** Copies of all resources of a kind such as {@code payment_intent}, newest first. */
  public synchronized List<JsonObject> all(String object) {
    return newestFirst(object).map(resource -> Renderer.render(resource, version)).toList();
  }

  void emit(ApiCall call, String type, JsonObject object) {
    emit(call, type, object, null, ApiVersion.OLDEST);
  }

  void emit(
      ApiCall call,
      String type,
      JsonObject object,
      @Nullable JsonObject previous,
      ApiVersion since) {
    JsonObject data = new JsonObject().put("object", object.copy());
    if (previous != null) {
      data.put("previous_attributes", previous);
    }
    Event event =
        new Event(
            new JsonObject()
                .put("id", newId("evt_"))
                .put("object", "event")
                .put("api_version", version.name())
                .put("created", seconds())
                .put("data", data)
                .put("livemode", isLive)
                .put("pending_webhooks", 0)
                .put(
                    "request",
                    new JsonObject()
                        .put("id", call.requestId())
                        .put("idempotency_key", call.idempotencyKey()))
                .put("type", type),
            since);
    events.put(event.id(), event);
    call.events().add(event);
  }

  /** The account as {@code GET /v1/account} shows it. */
  public JsonObject describe(ApiCall call) {
    return new JsonObject()
        .put("id", id)
        .put("object", "account")
        .put("business_profile", new JsonObject().put("name", "Test server"))
        .put("charges_enabled", true)
        .put("country", "US")
        .put("default_currency", "usd")
        .put("details_submitted", true)
        .putNull("email")
        .put("payouts_enabled", true)
        .put("type", "standard");
  }

  /** All events, oldest first. */
  public synchronized List<Event> events() {
    return List.copyOf(events.values());
  }

  /** Notes how many endpoints have not taken the event yet. */
  public synchronized void pendingWebhooks(Event event, int pending) {
    event.body().put("pending_webhooks", pending);
  }
}
