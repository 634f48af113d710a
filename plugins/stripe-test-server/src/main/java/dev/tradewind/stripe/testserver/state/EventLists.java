package dev.tradewind.stripe.testserver.state;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Events of the last 30 days, in the version of the account. */
public final class EventLists {

  private static final Duration KEPT = Duration.ofDays(30);

  private final Account account;

  public EventLists(Account account) {
    this.account = account;
  }

  public JsonObject get(ApiCall call, String id) {
    return recent()
        .filter(event -> event.id().equals(id))
        .findFirst()
        .map(event -> event.rendered(account.version()))
        .orElseThrow(() -> StripeError.unknown("event", id, "id"));
  }

  public JsonObject list(ApiCall call) {
    Params params = call.params();
    List<String> types = new ArrayList<>(params.texts("types"));
    String type = params.text("type");
    if (type != null) {
      types.add(type);
    }
    Stream<JsonObject> events =
        recent()
            .filter(event -> types.isEmpty() || types.stream().anyMatch(one -> matches(one, event)))
            .filter(event ->
                !params.has("delivery_success")
                    || params.isTrue("delivery_success")
                        == (event.body().getInteger("pending_webhooks") == 0))
            .map(event -> event.rendered(account.version()));
    return Lists.page(params, "/v1/events", events);
  }

  private Stream<Event> recent() {
    long oldest = account.seconds() - KEPT.toSeconds();
    return account.events().reversed().stream()
        .filter(event -> event.body().getLong("created") >= oldest);
  }

  /** Whether the event has the type, which may end in an asterisk. */
  public static boolean matches(String type, Event event) {
    if (type.endsWith("*")) {
      return event.type().startsWith(type.substring(0, type.length() - 1));
    }
    return event.type().equals(type);
  }
}
