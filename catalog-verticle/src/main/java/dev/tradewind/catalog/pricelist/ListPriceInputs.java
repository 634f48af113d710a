package dev.tradewind.catalog.pricelist;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Prices of a request or an import for a price list: new ones, and changes of its prices by their
 * ids. A new price for the variant, place and quantities of a present one replaces its amount.
 */
record ListPriceInputs(List<ListPriceInput> added, List<ListPriceInput> changed) {

  private static final Ids IDS = Ids.of("ma");

  /**
   * Reads the prices of a validated body.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400 for a price without a place or with two, or
   *     with bounds that no quantity meets; 422 for two prices of one place
   */
  static ListPriceInputs of(@Nullable JsonArray prices) {
    return of(JsonArrays.objects(prices).stream().map(ListPriceInput::of).toList());
  }

  /** The same with prices that are read already. */
  static ListPriceInputs of(List<ListPriceInput> prices) {
    prices.forEach(ListPriceInput::check);
    ListPriceInputs inputs =
        new ListPriceInputs(
            prices.stream().filter(price -> price.id() == null).toList(),
            prices.stream().filter(price -> price.id() != null).toList());
    inputs.refuseDuplicates();
    return inputs;
  }

  private void refuseDuplicates() {
    Set<ListPriceInput.Place> places = new HashSet<>();
    for (ListPriceInput price : added) {
      if (!places.add(price.place())) {
        throw Problem.duplicate(
            "Several prices of variant %s have the same place and quantities."
                .formatted(price.variantId()));
      }
    }
    Set<String> ids = new HashSet<>();
    for (String id : changedIds()) {
      if (!ids.add(id)) {
        throw Problem.duplicate("Several changes of price " + id + " are given.");
      }
    }
  }

  boolean isEmpty() {
    return added.isEmpty() && changed.isEmpty();
  }

  Collection<String> variants() {
    return distinct(ListPriceInput::variantId);
  }

  Collection<String> regions() {
    return distinct(ListPriceInput::regionId);
  }

  private Set<String> distinct(Function<ListPriceInput, @Nullable String> key) {
    Set<String> values = new TreeSet<>();
    Stream.concat(added.stream(), changed.stream())
        .map(key)
        .filter(Objects::nonNull)
        .forEach(values::add);
    return values;
  }

  /** Ids of the changed prices, in the order of the request. */
  List<String> changedIds() {
    return changed.stream().map(ListPriceInput::id).toList();
  }

  /**
   * Rows to insert.
   *
   * @param currencies currency of each region
   */
  JsonArray rows(Map<String, String> currencies) {
    // Ids of one millisecond have no order; prices are returned in the order of their ids.
    Iterator<String> ids =
        Stream.generate(IDS::next).limit(added.size()).sorted().toList().iterator();
    return JsonArrays.of(added.stream().map(price -> price.row(ids.next(), currencies)).toList());
  }

  /**
   * Rows to update.
   *
   * @param currencies currency of each region
   */
  JsonArray changes(Map<String, String> currencies) {
    return JsonArrays.of(changed.stream().map(price -> price.change(currencies)).toList());
  }
}
