package dev.tradewind.catalog.product.model;

import dev.tradewind.kernel.json.JsonInline;
import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** State of a locked product: everything that an update may replace as a whole. */
public record ExistingProduct(
    String id, List<Option> options, List<Variant> variants, List<Image> images) {

  private static final RecordCodec<ExistingProduct> CODEC =
      RecordCodec.of(MethodHandles.lookup(), ExistingProduct.class);

  public record Option(String id, String title) {}

  public record Image(String id, String url) {}

  public record Value(String id, String optionId, String value) {}

  /** Stored default price; prices of price lists are not part of the product. */
  public record StoredPrice(String id, @JsonInline Price price) {}

  public record Variant(
      String id, @Nullable JsonObject metadata, List<Value> values, List<StoredPrice> prices) {

    /** Copy without quantity-dependent prices. */
    public Variant withPricesForAnyQuantity() {
      return new Variant(
          id,
          metadata,
          values,
          prices.stream().filter(stored -> stored.price().isForAnyQuantity()).toList());
    }

    /** Option values of the variant, by option. */
    public Map<String, String> combination() {
      Map<String, String> combination = new LinkedHashMap<>();
      values.forEach(value -> combination.put(value.optionId(), value.value()));
      return combination;
    }

    public Optional<Value> value(String optionId) {
      return values.stream().filter(value -> value.optionId().equals(optionId)).findFirst();
    }
  }

  public static ExistingProduct of(JsonObject state) {
    return CODEC.read(state);
  }

  public Optional<Variant> variant(String variantId) {
    return variants.stream().filter(variant -> variant.id().equals(variantId)).findFirst();
  }

  public Optional<Option> option(String optionId) {
    return options.stream().filter(option -> option.id().equals(optionId)).findFirst();
  }

  public List<String> variantIds() {
    return variants.stream().map(Variant::id).toList();
  }
}
