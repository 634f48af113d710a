package dev.tradewind.storefront.render;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Description of a product on its page.
 *
 * @param description as text, for search engines
 * @param content description in HTML
 * @param images URLs, the picture of the chosen variant first
 * @param image the one for links on other sites
 * @param facts material and the like, by their names
 * @param here path of the page
 * @param jsonLd description for search engines
 */
public record ProductDetails(
    String description,
    String content,
    @Nullable String subtitle,
    @Nullable Link collection,
    List<String> images,
    @Nullable String image,
    Map<String, String> facts,
    String here,
    String jsonLd) {}
