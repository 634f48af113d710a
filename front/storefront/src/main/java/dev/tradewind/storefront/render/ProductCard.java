package dev.tradewind.storefront.render;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Entry of a list of products.
 *
 * @param marked title in parts, of which those are marked that a search has found
 * @param focus classes of the box of its picture; empty without a point to keep in view
 * @param price lowest one of its variants, or the text that there is none
 * @param original the price that a sale has lowered; absent without a sale
 * @param saving part of the original price that the sale saves, in percent; absent without a sale
 */
public record ProductCard(
    String path,
    String title,
    List<TextPart> marked,
    @Nullable String subtitle,
    @Nullable String image,
    String focus,
    String price,
    @Nullable String original,
    @Nullable Integer saving,
    boolean soldOut) {}
