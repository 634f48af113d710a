package dev.tradewind.spi;

/**
 * Provider of a plugin: a payment, fulfillment, tax or notification provider. One instance serves
 * many requests concurrently. A future that fails with a {@link RefusedException} is a refusal,
 * which had no effect; any other failure means that the outcome is unknown.
 */
public interface Provider {

  /** Id of the provider in the resources of the shop; unique among providers of a kind. */
  String id();
}
