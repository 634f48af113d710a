package dev.tradewind.catalog.product.write;

import dev.tradewind.catalog.product.model.ExistingProduct;
import dev.tradewind.catalog.product.model.VariantInput;
import dev.tradewind.catalog.product.write.ProductBatch.Part;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Ids;
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

  private final ProductChangeSet writing;
  private final PriceChangeSet prices;

  VariantChangeSet(ProductChangeSet writing, ResolvedReferences references) {
    this.writing = writing;
    this.prices = new PriceChangeSet(writing, references);
  }

  /** Adds the variants of a new product; their values follow the options by position. */
  void createAll(
      String productId, List<ExistingProduct.Option> options, List<VariantInput> inputs) {
    Set<Map<String, String>> taken = new HashSet<>();
    int rank = 0;
    for (VariantInput input : inputs) {
      requireSameLength(options, input.options());
      List<VariantInput.Value> placed = new ArrayList<>();
      for (int i = 0; i < options.size(); i++) {
        placed.add(new VariantInput.Value(options.get(i).id(), input.options().get(i).value()));
      }
      create(productId, options, taken, input.withOptions(placed), rank++);
    }
  }

  /** Appends a variant after the existing ones. */
  void append(ExistingProduct state, VariantInput input) {
    appendAll(state, combinations(state), List.of(input));
  }

  /**
   * Appends variants after the existing ones.
   *
   * @param taken option values of the existing variants; extended by this call
   */
  void appendAll(ExistingProduct state, Set<Map<String, String>> taken, List<VariantInput> inputs) {
    int rank = state.variants().size();
    for (VariantInput input : inputs) {
      create(state.id(), state.options(), taken, input, rank++);
    }
  }

  /** Updates listed variants with an id, creates those without one, and deletes the others. */
  void replaceAll(ExistingProduct state, List<VariantInput> inputs) {
    List<String> listed = inputs.stream().map(VariantInput::id).filter(Objects::nonNull).toList();
    List<String> foreign =
        listed.stream().filter(id -> state.variant(id).isEmpty()).distinct().toList();
    if (!foreign.isEmpty()) {
      throw Problem.notFound(
          "Variants with id: "
              + String.join(", ", foreign)
              + " are not associated with this product");
    }
    Set<Map<String, String>> taken = new HashSet<>();
    for (ExistingProduct.Variant variant : state.variants()) {
      if (!listed.contains(variant.id())) {
        delete(state.id(), variant);
      }
    }
    for (int rank = 0; rank < inputs.size(); rank++) {
      VariantInput input = inputs.get(rank);
      if (input.id() != null) {
        taken.add(update(state, state.variant(input.id()).orElseThrow(), input, rank));
      }
    }
    for (int rank = 0; rank < inputs.size(); rank++) {
      if (inputs.get(rank).id() == null) {
        create(state.id(), state.options(), taken, inputs.get(rank), rank);
      }
    }
  }

  private void create(
      String productId,
      List<ExistingProduct.Option> options,
      Set<Map<String, String>> taken,
      VariantInput input,
      int rank) {
    Map<String, String> values = values(options, input.options());
    if (!taken.add(values)) {
      throw Problem.duplicate(
          "Variant with title " + input.title() + " with provided options already exists");
    }
    // Only an import sets ids.
    String id = Objects.requireNonNullElseGet(input.id(), VARIANTS::next);
    JsonObject row = writing.newRow(id).put("product_id", productId).put("variant_rank", rank);
    row.put("inventory_quantity", 0).put("allow_backorder", false).put("manage_inventory", true);
    input
        .columns()
        .forEach(column -> {
          if (column.getValue() != null) {
            row.put(column.getKey(), column.getValue());
          }
        });
    writing.rows().add(Part.NEW_VARIANT, row);
    values.forEach((option, value) -> addValue(id, option, value));
    prices.replace(id, List.of(), input.pricesOrNone());
    addEvent("product-variant.created", id, productId, new JsonObject());
  }

  /** Requires a value for each option. */
  private static Map<String, String> values(
      List<ExistingProduct.Option> options, List<VariantInput.Value> inputs) {
    requireSameLength(options, inputs);
    Map<String, String> values = new LinkedHashMap<>();
    for (ExistingProduct.Option option : options) {
      values.put(
          option.id(),
          inputs.stream()
              .filter(value -> option.id().equals(value.optionId()))
              .findFirst()
              .orElseThrow(() ->
                  Problem.invalidData("Variant options do not contain value for " + option.title()))
              .value());
    }
    return values;
  }

  private static void requireSameLength(
      List<ExistingProduct.Option> options, List<VariantInput.Value> inputs) {
    if (options.size() != inputs.size()) {
      throw Problem.invalidData(
          "Product options length does not match variant options length. Product has %s and"
                  .formatted(options.size())
              + " variant has %s.".formatted(inputs.size()));
    }
  }

  /** Updates a variant and its rank if given; returns its option values afterwards. */
  Map<String, String> update(
      ExistingProduct state, ExistingProduct.Variant variant, VariantInput input, int rank) {
    Map<String, String> combination = putValues(state, variant, input.options());
    if (input.prices() != null) {
      prices.replace(variant.id(), variant.prices(), input.prices());
    }
    if (input.fields().isEmpty() && rank == SAME_RANK) {
      return combination;
    }
    JsonObject change = new JsonObject().put("id", variant.id()).mergeIn(input.columns());
    if (rank != SAME_RANK) {
      change.put("variant_rank", rank);
    }
    writing.rows().add(Part.CHANGED_VARIANT, change);
    addEvent(
        "product-variant.updated",
        variant.id(),
        state.id(),
        new JsonObject().put("fields", new JsonArray(input.fields())));
    return combination;
  }

  private Map<String, String> putValues(
      ExistingProduct state, ExistingProduct.Variant variant, List<VariantInput.Value> inputs) {
    Map<String, String> combination = variant.combination();
    for (VariantInput.Value input : inputs) {
      String option = String.valueOf(input.optionId());
      if (state.option(option).isEmpty()) {
        throw Problem.notFound("Option with id: " + option + " does not exist");
      }
      ExistingProduct.Value current = variant.value(option).orElse(null);
      combination.put(option, input.value());
      if (current == null) {
        addValue(variant.id(), option, input.value());
      } else if (!current.value().equals(input.value())) {
        writing
            .rows()
            .add(
                Part.CHANGED_VALUE,
                new JsonObject().put("id", current.id()).put("value", input.value()));
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
