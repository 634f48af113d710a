package dev.tradewind.kernel.outbox;

import org.jspecify.annotations.Nullable;

/** URLs of the schemas that describe the data of events. */
@FunctionalInterface
public interface DataSchemas {

  /** The URL of the schema; null for a type that this node does not know. */
  @Nullable String urlOf(String topic, String type);
}
