package dev.tradewind.api.catalog;

import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/**
 * Query for one sales channel: the one with the id, else the one of the storefront's publishable
 * key, else the default one.
 */
public record SalesChannelQuery(@Nullable String id, @Nullable String publishableKey) {

  private static final RecordCodec<SalesChannelQuery> CODEC =
      RecordCodec.ofMessage(MethodHandles.lookup(), SalesChannelQuery.class);

  public static SalesChannelQuery parse(JsonObject json) {
    return CODEC.read(json);
  }

  JsonObject toJson() {
    return CODEC.write(this);
  }
}
