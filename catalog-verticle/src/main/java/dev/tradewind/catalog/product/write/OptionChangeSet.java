package dev.tradewind.catalog.product.write;

import dev.tradewind.catalog.product.model.ExistingProduct;
import dev.tradewind.catalog.product.model.ProductChange;
import dev.tradewind.catalog.product.write.ProductBatch.Part;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Changes to the options of an existing product. */
final class OptionChangeSet {

  private static final String VALUE_OF_EARLIER_VARIANTS = "Default Value";
  private static final List<String> FIELDS = List.of("options");

  private final ProductChangeSet writing;

  OptionChangeSet(ProductChangeSet writing) {
    this.writing = writing;
  }

  void create(ExistingProduct product, String title) {
    if (product.options().stream().anyMatch(option -> option.title().equals(title))) {
      throw Problem.duplicate("An option with the title: " + title + " already exists");
    }
    ExistingProduct.Option option = writing.addOption(product.id(), title);
    for (String variant : product.variantIds()) {
      writing.variants().addValue(variant, option.id(), VALUE_OF_EARLIER_VARIANTS);
      writing.rows().touchedVariant(variant);
    }
    changed(product);
  }

  void update(ExistingProduct product, String id, String title) {
    if (product.options().stream()
        .anyMatch(option -> option.title().equals(title) && !option.id().equals(id))) {
      throw Problem.notFound("An option with title " + title + " already exists");
    }
    if (product.option(id).isEmpty()) {
      throw Problem.notFound("Option with id: " + id + " does not exist");
    }
    writing.rows().add(Part.CHANGED_OPTION, new JsonObject().put("id", id).put("title", title));
    changed(product);
  }

  /** Deletes the option, unless two variants would then be equal. */
  void delete(ExistingProduct product, ExistingProduct.Option option) {
    Set<Map<String, String>> left = new HashSet<>();
    for (ExistingProduct.Variant variant : product.variants()) {
      Map<String, String> combination = new HashMap<>(variant.combination());
      combination.remove(option.id());
      if (!left.add(combination)) {
        throw Problem.invalidData(
            "To delete an option, first delete all variants, such that when an option is"
                + " deleted, no duplicate variants will exist.");
      }
    }
    writing.rows().removeOption(option.id());
    product.variantIds().forEach(writing.rows()::touchedVariant);
    changed(product);
  }

  private void changed(ExistingProduct product) {
    writing.changed(ProductChange.ofParts(product.id()), FIELDS);
  }
}
