package dev.tradewind.storefront.answer;

/** Reason of a return among which shoppers choose. */
public record ReturnReason(String id, String label) {}
