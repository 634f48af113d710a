package dev.tradewind.api.event.type;

/**
 * Type of published events.
 *
 * @param name CloudEvents type; it may end in a parameter, as in {@code prefix.{parameter}}
 * @param summary sentence of the event document
 */
public record EventType(String topic, String name, String summary, PayloadSchema payload) {

  static EventType of(String topic, String name, String summary, PayloadSchema payload) {
    return new EventType(topic, name, summary, payload);
  }

  /** The name without its parameter; names the type in the document and its schema. */
  public String key() {
    int parameter = name.indexOf(".{");
    return parameter < 0 ? name : name.substring(0, parameter);
  }

  /** Whether the data of its events have that property. */
  public boolean hasProperty(String property) {
    return payload.hasProperty(property);
  }

  boolean isTypeOf(String published) {
    return name.equals(key()) ? name.equals(published) : published.startsWith(key() + ".");
  }
}
