package dev.tradewind.storefront.answer;

/** Collection of products. */
public record ProductCollection(String id, String title, String handle) {}
