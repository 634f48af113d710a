package dev.tradewind.spi;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Timeline of an order for its shopper, the same in pages and e-mails: what happened, when, and to
 * which pieces. It is read from the order as the API shows it, with its parts.
 */
public final class OrderTimeline {

  private static final String CREATED_AT = "created_at";
  private static final String CANCELED_AT = "canceled_at";
  private static final String CONFIRMED_AT = "confirmed_at";
  private static final String ITEMS = "items";
  private static final String ADDITIONAL_ITEMS = "additional_items";

  private final List<Step> steps = new ArrayList<>();
  private final Map<String, String> names = new HashMap<>();

  /** Kinds of steps. */
  public enum Kind {
    PLACED,
    PAID,
    PACKED,
    SHIPPED,
    RETURN_REQUESTED,
    RETURN_CANCELED,
    RETURNED,
    EXCHANGE_REQUESTED,
    EXCHANGED,
    EXCHANGE_SHIPPED,
    EXCHANGE_CANCELED,
    CLAIMED,
    REPLACEMENT_SHIPPED,
    CHANGE_PROPOSED,
    CHANGED,
    REFUNDED,
    CANCELED;

    /** Name in keys of texts and in style sheets: {@code return-requested}. */
    public String key() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Step of the timeline.
   *
   * @param id of the part of the order that it is about, or of the order
   * @param amount in the smallest unit of the currency; absent where the step moves no money
   */
  public record Step(
      Kind kind,
      String id,
      Instant at,
      List<Piece> pieces,
      List<Parcel> parcels,
      @Nullable Long amount) {}

  /** Units of a line item, by the name of its goods. */
  public record Piece(String name, long quantity) {}

  private OrderTimeline() {}

  /**
   * Steps from the first to the last one.
   *
   * @param order with its items, payments, refunds, fulfillments, returns, swaps, claims and edits,
   *     as far as it is shown with them
   */
  public static List<Step> of(JsonObject order) {
    OrderTimeline timeline = new OrderTimeline();
    timeline.read(order);
    timeline.steps.sort(Comparator.comparing(Step::at).thenComparing(Step::kind));
    return List.copyOf(timeline.steps);
  }

  private void read(JsonObject order) {
    List<JsonObject> swaps = parts(order, "swaps");
    List<JsonObject> claims = parts(order, "claims");
    parts(order, ITEMS).forEach(this::name);
    Stream.concat(swaps.stream(), claims.stream())
        .forEach(part -> parts(part, ADDITIONAL_ITEMS).forEach(this::name));
    add(Kind.PLACED, order, CREATED_AT);
    add(Kind.CANCELED, order, CANCELED_AT);
    for (JsonObject payment : parts(order, "payments")) {
      addAmount(Kind.PAID, payment, "captured_at", payment.getLong("amount", 0L));
    }
    for (JsonObject refund : parts(order, "refunds")) {
      addAmount(Kind.REFUNDED, refund, CREATED_AT, refunded(refund));
    }
    ship(order, Kind.SHIPPED);
    parts(order, "returns").forEach(this::returned);
    swaps.forEach(this::swap);
    claims.stream().filter(claim -> claim.getValue(CANCELED_AT) == null).forEach(this::claim);
    for (JsonObject edit : parts(order, "edits")) {
      if (edit.getValue(CANCELED_AT) == null && edit.getValue("declined_at") == null) {
        boolean isConfirmed = edit.getValue(CONFIRMED_AT) != null;
        add(
            isConfirmed ? Kind.CHANGED : Kind.CHANGE_PROPOSED,
            edit,
            isConfirmed ? CONFIRMED_AT : "requested_at");
      }
    }
  }

  /** Amount of a refund, without what has failed at the provider after it was accepted. */
  public static long refunded(JsonObject refund) {
    Object failed =
        refund.getValue("metadata") instanceof JsonObject metadata
            ? metadata.getValue("failed_amount")
            : null;
    return refund.getLong("amount", 0L)
        - (failed instanceof Number number ? number.longValue() : 0);
  }

  /** Name of a line item: its title with its description, as that of the variant. */
  public static String name(String title, @Nullable String description) {
    return description == null || description.isEmpty() ? title : title + ", " + description;
  }

  private void name(JsonObject item) {
    names.put(
        item.getString("id", ""), name(item.getString("title", ""), item.getString("description")));
  }

  private void swap(JsonObject swap) {
    JsonObject back = swap.getJsonObject("return_order");
    List<Piece> sent =
        parts(swap, ADDITIONAL_ITEMS).stream().map(item -> piece(item, "id", "quantity")).toList();
    if (swap.getValue(CANCELED_AT) != null) {
      add(Kind.EXCHANGE_CANCELED, swap, CANCELED_AT, sent);
    } else {
      boolean isConfirmed = swap.getValue(CONFIRMED_AT) != null;
      add(
          isConfirmed ? Kind.EXCHANGED : Kind.EXCHANGE_REQUESTED,
          swap,
          isConfirmed ? CONFIRMED_AT : CREATED_AT,
          sent);
      if (isConfirmed && back != null) {
        returned(back);
      }
    }
    ship(swap, Kind.EXCHANGE_SHIPPED);
  }

  private void claim(JsonObject claim) {
    add(Kind.CLAIMED, claim, CREATED_AT, pieces(claim, "claim_items", "quantity"));
    ship(claim, Kind.REPLACEMENT_SHIPPED);
  }

  private void returned(JsonObject part) {
    switch (part.getString("status", "")) {
      case "canceled" ->
          add(Kind.RETURN_CANCELED, part, "updated_at", pieces(part, ITEMS, "quantity"));
      case "received" -> {
        if (!isAtOnce(part)) {
          add(Kind.RETURN_REQUESTED, part, CREATED_AT, pieces(part, ITEMS, "requested_quantity"));
        }
        add(Kind.RETURNED, part, "received_at", pieces(part, ITEMS, "quantity"));
      }
      default -> add(Kind.RETURN_REQUESTED, part, CREATED_AT, pieces(part, ITEMS, "quantity"));
    }
  }

  /** Whether a return was recorded when its goods had come back, so that none was requested. */
  public static boolean isAtOnce(JsonObject part) {
    return Objects.equals(part.getString(CREATED_AT), part.getString("received_at"));
  }

  private void ship(JsonObject owner, Kind shipped) {
    for (JsonObject fulfillment : parts(owner, "fulfillments")) {
      if (fulfillment.getValue(CANCELED_AT) == null) {
        List<Piece> pieces = pieces(fulfillment, ITEMS, "quantity");
        add(Kind.PACKED, fulfillment, CREATED_AT, pieces);
        List<Parcel> parcels =
            parts(fulfillment, "tracking_links").stream()
                .map(
                    link -> Parcel.of(link.getString("tracking_number", ""), link.getString("url")))
                .toList();
        at(
            fulfillment,
            "shipped_at",
            at -> new Step(shipped, fulfillment.getString("id", ""), at, pieces, parcels, null));
      }
    }
  }

  private List<Piece> pieces(JsonObject part, String list, String quantity) {
    return parts(part, list).stream()
        .filter(item -> item.getValue(quantity) != null)
        .map(item -> piece(item, "item_id", quantity))
        .filter(piece -> piece.quantity() > 0)
        .toList();
  }

  private Piece piece(JsonObject item, String id, String quantity) {
    return new Piece(names.getOrDefault(item.getString(id, ""), ""), item.getLong(quantity, 0L));
  }

  private void add(Kind kind, JsonObject part, String time) {
    add(kind, part, time, List.of());
  }

  private void add(Kind kind, JsonObject part, String time, List<Piece> pieces) {
    at(part, time, at -> new Step(kind, part.getString("id", ""), at, pieces, List.of(), null));
  }

  private void addAmount(Kind kind, JsonObject part, String time, long amount) {
    if (amount != 0) {
      at(
          part,
          time,
          at -> new Step(kind, part.getString("id", ""), at, List.of(), List.of(), amount));
    }
  }

  private void at(JsonObject part, String time, Function<Instant, Step> step) {
    String text = part.getString(time);
    if (text != null) {
      steps.add(step.apply(Instant.parse(text)));
    }
  }

  private static List<JsonObject> parts(JsonObject owner, String name) {
    JsonArray parts = owner.getJsonArray(name);
    return parts == null ? List.of() : parts.stream().map(JsonObject.class::cast).toList();
  }
}
