package dev.tradewind.order.view;

import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.StateTypes;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.StateSource;
import dev.tradewind.order.store.OrderStore;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * States of orders for the compacted topic: the representation of staff without what lets a reader
 * act for others: the data of providers, idempotency keys and the codes of gift cards.
 */
public final class OrderStates {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Fields of an order and everything in it; {@code data} belongs to providers. */
  private static final List<String> SECRETS = List.of("idempotency_key", "data", "shipping_data");

  private static final Set<String> GIFT_CARDS = Set.of("gift_card", "gift_cards");

  private final OrderStore store;
  private final SqlClient db;
  private final OrderRelationLoader relations;
  private final Clock clock;

  public OrderStates(SqlClient db, OrderStore store, OrderRelationLoader relations, Clock clock) {
    this.store = store;
    this.db = db;
    this.relations = relations;
    this.clock = clock;
  }

  public StateSource source() {
    return new StateSource(
        Topics.ORDER, Topics.ORDER_STATE, StateTypes.ORDER, "\"order\"", this::read);
  }

  private Future<Map<String, JsonObject>> read(List<String> ids) {
    CallContext context = CallContext.system(clock, TIMEOUT);
    return store
        .findForStates(db, ids)
        .compose(orders -> relations.render(context, orders, OrderViews.STATE.defaults().whole()))
        .map(document ->
            document.stream()
                .collect(
                    Collectors.toMap(
                        order -> order.getString("id"), order -> withoutSecrets(order.copy()))));
  }

  private static JsonObject withoutSecrets(JsonObject object) {
    SECRETS.forEach(object::remove);
    for (Map.Entry<String, Object> field : object) {
      if (!field.getKey().equals("metadata")) {
        for (JsonObject nested : objects(field.getValue())) {
          withoutSecrets(nested);
          if (GIFT_CARDS.contains(field.getKey())) {
            nested.remove("code");
          }
        }
      }
    }
    return object;
  }

  private static List<JsonObject> objects(@Nullable Object value) {
    return switch (value) {
      case JsonObject object -> List.of(object);
      case JsonArray array ->
          array.stream().filter(JsonObject.class::isInstance).map(JsonObject.class::cast).toList();
      case null, default -> List.of();
    };
  }
}
