package dev.tradewind.api.catalog;

import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Request for quotes of variants in a price context.
 *
 * @param salesChannelId the required channel of the products; absent for any
 * @param withVariants whether the response includes the variants; unnecessary for a caller that has
 *     cached them
 */
public record QuoteRequest(
    String regionId,
    @Nullable String salesChannelId,
    List<String> customerGroupIds,
    List<Item> items,
    boolean withVariants) {

  private static final RecordCodec<QuoteRequest> CODEC =
      RecordCodec.ofMessage(MethodHandles.lookup(), QuoteRequest.class);

  public record Item(String variantId, int quantity) {}

  public QuoteRequest {
    customerGroupIds = List.copyOf(customerGroupIds);
    items = List.copyOf(items);
  }

  public static QuoteRequest of(
      String regionId, @Nullable String salesChannelId, Collection<Item> items) {
    return new QuoteRequest(regionId, salesChannelId, List.of(), List.copyOf(items), true);
  }

  public static QuoteRequest parse(JsonObject json) {
    return CODEC.read(json);
  }

  public JsonObject toJson() {
    return CODEC.write(this);
  }
}
