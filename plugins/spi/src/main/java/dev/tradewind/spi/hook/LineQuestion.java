package dev.tradewind.spi.hook;

import io.vertx.core.json.JsonObject;

/**
 * Whether a shopper may have units of a variant in the cart.
 *
 * @param cart without them
 * @param variantId of a variant that is on sale and in stock
 * @param quantity of the line with them: a line that exists has grown
 * @param units of the variant in all lines of the cart with them
 * @param metadata of the line
 */
public record LineQuestion(
    HookCart cart, String variantId, int quantity, long units, JsonObject metadata) {}
