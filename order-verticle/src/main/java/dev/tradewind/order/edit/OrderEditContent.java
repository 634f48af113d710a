package dev.tradewind.order.edit;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderAmounts;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.OrderTotalsInput;
import dev.tradewind.order.store.OrderLineView;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.GiftCardTransaction;
import dev.tradewind.totals.OrderTotals;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Content of an order edit: its line items, their totals input, and the changes that made them. All
 * changes are pure; the totals engine computes the amounts of the lines again after each.
 *
 * @param lines without progress, which the lines of the order have
 * @param removed copies that were removed, for the case that the removal is taken back
 * @param input of the lines, with the shipping methods of the order; its gift cards are those of an
 *     edit of another shop, empty for other edits
 */
record OrderEditContent(
    List<OrderLine> lines, List<OrderLine> removed, TotalsInput input, List<ItemChange> changes) {

  private static final Ids LINE_IDS = Ids.of("item");

  OrderEditContent {
    lines = List.copyOf(lines);
    removed = List.copyOf(removed);
    changes = List.copyOf(changes);
  }

  static String newLineId() {
    return LINE_IDS.next();
  }

  /** Copies of the lines of the order. */
  static OrderEditContent of(OrderSnapshot snapshot, String editId) {
    List<OrderLine> copies = new ArrayList<>();
    List<TaxableLine> priced = new ArrayList<>();
    for (OrderLine line : snapshot.lines()) {
      OrderLine copy = line.copiedTo(editId, newLineId());
      copies.add(copy);
      priced.add(priced(snapshot, line).withId(copy.id()));
    }
    return new OrderEditContent(
            copies, List.of(), withoutCards(snapshot.totalsInput().withLines(priced)), List.of())
        .recalculated(null);
  }

  /** An input of older orders may lack a line. */
  private static TaxableLine priced(OrderSnapshot snapshot, OrderLine line) {
    return snapshot.totalsInput().lines().stream()
        .filter(priced -> priced.id().equals(line.id()))
        .findFirst()
        .orElseGet(() -> OrderTotalsInput.line(line));
  }

  /** The gift cards of an order have paid. */
  private static TotalsInput withoutCards(TotalsInput input) {
    return new TotalsInput(
        input.lines(),
        input.methods(),
        input.discount(),
        input.freeShipping(),
        List.of(),
        input.giftCardsTaxable(),
        input.taxed());
  }

  /** Digest of what the amounts of an order are computed from. */
  static String basisOf(Order order) {
    return Sha256.of(order.snapshot().totalsInput().toJson().encode());
  }

  Optional<OrderLine> line(@Nullable String id) {
    return find(lines, id);
  }

  private static Optional<OrderLine> find(List<OrderLine> lines, @Nullable String id) {
    return lines.stream().filter(line -> line.id().equals(id)).findFirst();
  }

  Optional<ItemChange> change(String id) {
    return changes.stream().filter(change -> change.id().equals(id)).findFirst();
  }

  /** Content with a further line. */
  OrderEditContent withAdded(OrderLine line, TaxableLine priced, ItemChange change, Instant now) {
    return new OrderEditContent(
            plus(lines, line),
            removed,
            input.withLines(plus(input.lines(), priced)),
            plus(changes, change))
        .recalculated(now);
  }

  /**
   * Content with another quantity of a line.
   *
   * @param original line of the order; absent for an added line
   */
  OrderEditContent withQuantity(
      OrderLine line, long quantity, @Nullable OrderLine original, Order order, Instant now) {
    boolean isNewChange =
        original != null
            && changes.stream()
                .noneMatch(change -> change.is(ItemChange.Type.ITEM_UPDATE, line.id()));
    List<ItemChange> all =
        isNewChange
            ? plus(
                changes,
                ItemChange.updated(Objects.requireNonNull(original), order, line.id(), now))
            : changes;
    return new OrderEditContent(lines, removed, withQuantity(line.id(), quantity), all)
        .recalculated(now);
  }

  /** Content without a copied line. */
  OrderEditContent withoutCopy(OrderLine line, OrderLine original, Order order, Instant now) {
    return new OrderEditContent(
            minus(lines, line),
            plus(removed, line),
            input,
            plus(changes, ItemChange.removed(original, order, now)))
        .recalculated(now);
  }

  /** Content without an added line and its change. */
  OrderEditContent withoutAdded(OrderLine line, Instant now) {
    return new OrderEditContent(
            minus(lines, line),
            removed,
            input.withLines(
                input.lines().stream().filter(priced -> !priced.id().equals(line.id())).toList()),
            changes.stream().filter(change -> !line.id().equals(change.lineId())).toList())
        .recalculated(now);
  }

  /** Content as if the change had not been made. */
  OrderEditContent without(ItemChange change, Instant now) {
    OrderEditContent rest = new OrderEditContent(lines, removed, input, minus(changes, change));
    return switch (change.type()) {
      case ITEM_ADD -> line(change.lineId()).map(line -> withoutAdded(line, now)).orElse(rest);
      case ITEM_UPDATE ->
          new OrderEditContent(
                  lines,
                  removed,
                  withQuantity(
                      Objects.requireNonNull(change.lineId()),
                      Objects.requireNonNull(change.originalLine()).getLong("quantity")),
                  rest.changes)
              .recalculated(now);
      case ITEM_REMOVE ->
          removed.stream()
              .filter(line -> Objects.equals(line.details().originalItemId(), change.originalId()))
              .findFirst()
              .map(line ->
                  new OrderEditContent(plus(lines, line), minus(removed, line), input, rest.changes)
                      .recalculated(now))
              .orElse(rest);
    };
  }

  private TotalsInput withQuantity(String lineId, long quantity) {
    return input.withLines(
        input.lines().stream()
            .map(line ->
                line.id().equals(lineId)
                    ? line.withQuantity(quantity, input.discount() != null)
                    : line)
            .toList());
  }

  /** The totals input of the lines that are not removed. */
  private TotalsInput present() {
    return input.withLines(
        input.lines().stream().filter(line -> line(line.id()).isPresent()).toList());
  }

  /**
   * Computes the amounts of all lines.
   *
   * @param now absent if no line has changed
   */
  private OrderEditContent recalculated(@Nullable Instant now) {
    TotalsInput current = present();
    CartTotals totals = CartTotals.of(current).requireExact();
    Map<String, TaxableLine> priced = new HashMap<>();
    current.lines().forEach(line -> priced.put(line.id(), line));
    return new OrderEditContent(
        lines.stream()
            .map(line ->
                line.recalculated(
                    Objects.requireNonNull(priced.get(line.id())),
                    totals.line(line.id()),
                    current.discount(),
                    now == null ? line.updatedAt() : now))
            .toList(),
        removed,
        input,
        changes);
  }

  /** Snapshot of the order with these lines. */
  OrderSnapshot appliedTo(OrderSnapshot snapshot) {
    return snapshot.withLines(lines, withoutCards(present()));
  }

  /**
   * Amounts of the order with these lines. An edit of another shop has gift cards in its input,
   * with the balances that it shows, in place of what they paid for the order.
   */
  OrderAmounts amounts(OrderSnapshot snapshot) {
    if (input.giftCards().isEmpty()) {
      return appliedTo(snapshot).amounts();
    }
    TotalsInput current = present().withMethods(snapshot.totalsInput().methods());
    return OrderAmounts.of(
        OrderTotals.of(
            current,
            CartTotals.of(current).giftCardUses().stream().map(GiftCardTransaction::of).toList(),
            0,
            0));
  }

  /** Amount that the edit adds to the total of the order; negative if it lowers the total. */
  long differenceDue(Order order) {
    return appliedTo(order.snapshot()).amounts().total() - order.snapshot().amounts().total();
  }

  JsonObject toJson() {
    OrderLineView view = new OrderLineView(null, null);
    return new JsonObject()
        .put("items", array(lines, view::render))
        .put("removed", array(removed, view::render))
        .put("basket", input.toJson())
        .put("changes", array(changes, ItemChange::toJson));
  }

  static OrderEditContent parse(JsonObject json) {
    return new OrderEditContent(
        list(json, "items", OrderLine.CODEC::read),
        list(json, "removed", OrderLine.CODEC::read),
        TotalsInput.parse(json.getJsonObject("basket")),
        list(json, "changes", ItemChange::parse));
  }

  private static <T> JsonArray array(List<T> elements, Function<T, JsonObject> written) {
    JsonArray array = new JsonArray();
    elements.forEach(element -> array.add(written.apply(element)));
    return array;
  }

  private static <T> List<T> list(JsonObject json, String name, Function<JsonObject, T> read) {
    return JsonArrays.objects(json.getJsonArray(name)).stream().map(read).toList();
  }

  private static <T> List<T> plus(List<T> some, T further) {
    return Stream.concat(some.stream(), Stream.of(further)).toList();
  }

  private static <T> List<T> minus(List<T> some, T one) {
    return some.stream().filter(each -> !each.equals(one)).toList();
  }
}
