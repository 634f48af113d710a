package dev.tradewind.spi.payment;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Payment session as its provider has opened or changed it.
 *
 * @param data of the session, which the storefront reads
 * @param providerCustomer id of the customer at the service, which the shop records for the
 *     customer under {@link PaymentProvider#customerKey} in place of another one; null for no
 *     change
 */
public record SessionData(JsonObject data, @Nullable String providerCustomer) {

  public static SessionData of(JsonObject data) {
    return new SessionData(data, null);
  }
}
