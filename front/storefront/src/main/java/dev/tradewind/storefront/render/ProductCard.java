package dev.tradewind.storefront.render;

import org.jspecify.annotations.Nullable;

/**
 * Entry of a list of products.
 *
 * @param price lowest one of its variants, or the text that there is none
 * @param original the price that a sale has lowered; absent without a sale
 */
public record ProductCard(
    String path,
    String title,
    @Nullable String subtitle,
    @Nullable String image,
    String price,
    @Nullable String original,
    boolean soldOut) {}
