package dev.tradewind.api.order;

import dev.tradewind.kernel.JsonName;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Authorized payment attempt; the order's payment takes its id.
 *
 * @param amount in the smallest unit of the currency
 * @param data of its provider
 * @param isOpened whether the attempt is stored already, and not with the placement; absent from
 *     nodes of an older version
 */
public record AuthorizedPayment(
    String id,
    String providerId,
    long amount,
    String currencyCode,
    JsonObject data,
    @JsonName("is_opened") @Nullable Boolean isOpened) {

  /** Whether the placement stores the attempt. */
  public boolean isToBeOpened() {
    return Boolean.FALSE.equals(isOpened);
  }
}
