package dev.tradewind.catalog.product;

import dev.tradewind.catalog.product.ProductBatch.Part;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.write.RowChange;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Changes to the variants of a product. */
final class VariantChangeSet {

  /** Marks a change that keeps the variant's rank. */
  static final int SAME_RANK = -1;

  private static final Ids VARIANTS = Ids.of("variant");
  private static final Ids VALUES = Ids.of("optval");

  private static final String[] GIVEN =
      ProductStore.VARIANT_COLUMNS.stream()
          .filter(column -> !column.equals("variant_rank"))
          .toArray(String[]::new);

  private final ProductChangeSet writing;
  private final PriceChangeSet prices;

  VariantChangeSet(ProductChangeSet writing, ResolvedReferences references) {
    this.writing = writing;
    this.prices = new PriceChangeSet(writing, references);
  }

  /** Adds the variants of a new product; their values follow the options by position. */
  void createAll(String productId, List<ExistingProduct.Option> options, List<JsonObject> bodies) {
    Set<Map<String, String>> taken = new HashSet<>();
    int rank = 0;
    for (JsonObject body : bodies) {
      List<JsonObject> given = ReferencedKeys.all(body, "options");
      requireSameLength(options, given);
      JsonArray placed = new JsonArray();
      for (int i = 0; i < given.size(); i++) {
        placed.add(given.get(i).copy().put("option_id", options.get(i).id()));
      }
      create(productId, options, taken, body.copy().put("options", placed), rank++);
    }
  }

  /** Appends a variant after the existing ones. */
  void append(ExistingProduct state, JsonObject body) {
    appendAll(state, combinations(state), List.of(body));
  }

  /**
   * Appends variants after the existing ones.
   *
   * @param taken option values of the existing variants; extended by this call
   */
  void appendAll(ExistingProduct state, Set<Map<String, String>> taken, List<JsonObject> bodies) {
    int rank = state.variants().size();
    for (JsonObject body : bodies) {
      create(state.id(), state.options(), taken, body, rank++);
    }
  }

  /** Updates listed variants with an id, creates those without one, and deletes the others. */
  void replaceAll(ExistingProduct state, List<JsonObject> bodies) {
    List<String> listed =
        bodies.stream().map(body -> body.getString("id")).filter(Objects::nonNull).toList();
    List<String> foreign =
        listed.stream().filter(id -> state.variant(id).isEmpty()).distinct().toList();
    if (!foreign.isEmpty()) {
      throw new Problem.NotFound(
              "Variants with id: "
                  + String.join(", ", foreign)
                  + " are not associated with this product")
          .toException();
    }
    Set<Map<String, String>> taken = new HashSet<>();
    for (ExistingProduct.Variant variant : state.variants()) {
      if (!listed.contains(variant.id())) {
        delete(state.id(), variant);
      }
    }
    int rank = 0;
    for (JsonObject body : bodies) {
      String id = body.getString("id");
      if (id != null) {
        ExistingProduct.Variant variant = state.variant(id).orElseThrow();
        taken.add(update(state, variant, body, rank));
      }
      rank++;
    }
    rank = 0;
    for (JsonObject body : bodies) {
      if (body.getString("id") == null) {
        create(state.id(), state.options(), taken, body, rank);
      }
      rank++;
    }
  }

  private void create(
      String productId,
      List<ExistingProduct.Option> options,
      Set<Map<String, String>> taken,
      JsonObject body,
      int rank) {
    Map<String, String> values = values(options, ReferencedKeys.all(body, "options"));
    if (!taken.add(values)) {
      throw new Problem.Duplicate(
              "Variant with title "
                  + body.getString("title")
                  + " with provided options already exists")
          .toException();
    }
    // Only an import sets ids.
    String id = Objects.requireNonNullElseGet(body.getString("id"), VARIANTS::next);
    JsonObject row = writing.newRow(id).put("product_id", productId).put("variant_rank", rank);
    row.put("inventory_quantity", 0).put("allow_backorder", false).put("manage_inventory", true);
    RowChange.pick(body, GIVEN)
        .forEach(given -> {
          if (given.getValue() != null) {
            row.put(given.getKey(), ProductChangeSet.whole(given.getKey(), given.getValue()));
          }
        });
    writing.rows().add(Part.NEW_VARIANT, row);
    values.forEach((option, value) -> addValue(id, option, value));
    prices.replace(id, List.of(), ReferencedKeys.all(body, "prices"));
    addEvent("product-variant.created", id, productId, new JsonObject());
  }

  /** Requires a value for each option. */
  private static Map<String, String> values(
      List<ExistingProduct.Option> options, List<JsonObject> given) {
    requireSameLength(options, given);
    Map<String, String> values = new LinkedHashMap<>();
    for (ExistingProduct.Option option : options) {
      values.put(
          option.id(),
          given.stream()
              .filter(value -> option.id().equals(value.getString("option_id")))
              .findFirst()
              .orElseThrow(() ->
                  new Problem.InvalidData(
                          "Variant options do not contain value for " + option.title())
                      .toException())
              .getString("value"));
    }
    return values;
  }

  private static void requireSameLength(
      List<ExistingProduct.Option> options, List<JsonObject> given) {
    if (options.size() != given.size()) {
      throw new Problem.InvalidData(
              "Product options length does not match variant options length. Product has %d and"
                      .formatted(options.size())
                  + " variant has %d.".formatted(given.size()))
          .toException();
    }
  }

  /** Updates a variant and its rank if given; returns its option values afterwards. */
  Map<String, String> update(
      ExistingProduct state, ExistingProduct.Variant variant, JsonObject body, int rank) {
    JsonObject doc = new JsonObject().put("id", variant.id());
    RowChange.pick(body, GIVEN)
        .forEach(given ->
            doc.put(given.getKey(), ProductChangeSet.whole(given.getKey(), given.getValue())));
    List<String> fields = new ArrayList<>(body.fieldNames());
    fields.remove("id");
    if (rank != SAME_RANK) {
      doc.put("variant_rank", rank);
    }
    Map<String, String> combination = putValues(state, variant, body);
    if (body.getJsonArray("prices") != null) {
      prices
          .replace(variant.id(), variant.prices(), ReferencedKeys.all(body, "prices"))
          .ifPresent(entry -> writing.rows().addEvent(writing.audit(entry)));
    }
    if (fields.isEmpty() && rank == SAME_RANK) {
      return combination;
    }
    writing.rows().add(Part.CHANGED_VARIANT, doc);
    addEvent(
        "product-variant.updated",
        variant.id(),
        state.id(),
        new JsonObject().put("fields", new JsonArray(fields)));
    return combination;
  }

  private Map<String, String> putValues(
      ExistingProduct state, ExistingProduct.Variant variant, JsonObject body) {
    Map<String, String> combination = variant.combination();
    for (JsonObject given : ReferencedKeys.all(body, "options")) {
      String option = given.getString("option_id");
      if (state.option(option).isEmpty()) {
        throw new Problem.NotFound("Option with id: " + option + " does not exist").toException();
      }
      ExistingProduct.Value present = variant.values().get(option);
      String value = given.getString("value");
      if (combination.put(option, value) == null || present == null) {
        addValue(variant.id(), option, value);
      } else if (!present.value().equals(value)) {
        writing
            .rows()
            .add(Part.CHANGED_VALUE, new JsonObject().put("id", present.id()).put("value", value));
      }
    }
    return combination;
  }

  void addValue(String variantId, String optionId, String value) {
    writing
        .rows()
        .add(
            Part.NEW_VALUE,
            writing
                .newRow(VALUES.next())
                .put("value", value)
                .put("option_id", optionId)
                .put("variant_id", variantId));
  }

  void delete(String productId, ExistingProduct.Variant variant) {
    JsonObject data =
        new JsonObject()
            .put("id", variant.id())
            .put("product_id", productId)
            .put("metadata", variant.metadata());
    writing
        .rows()
        .removeVariant(
            variant.id(), writing.event("product-variant.deleted", variant.id(), productId, data));
  }

  private void addEvent(String type, String id, String productId, JsonObject further) {
    writing.rows().touchedVariant(id);
    JsonObject data = new JsonObject().put("id", id).put("product_id", productId).mergeIn(further);
    writing.rows().addEvent(writing.event(type, id, productId, data));
  }

  private static Set<Map<String, String>> combinations(ExistingProduct state) {
    return state.variants().stream()
        .map(ExistingProduct.Variant::combination)
        .collect(Collectors.toCollection(HashSet::new));
  }
}
