package dev.tradewind.storefront.render;

/** Entry of a selection in a form. */
public record Choice(String id, String name, boolean chosen) {}
