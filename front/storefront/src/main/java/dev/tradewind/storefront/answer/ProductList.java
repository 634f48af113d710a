package dev.tradewind.storefront.answer;

import java.util.List;

/**
 * Page of a list of products.
 *
 * @param count of all products of the list
 */
public record ProductList(List<Product> products, int count) {}
