package dev.tradewind.storefront.answer;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Payment session of a cart.
 *
 * @param data of the provider, for its form in the browser
 */
public record PaymentSession(String providerId, boolean isSelected, @Nullable JsonObject data) {}
