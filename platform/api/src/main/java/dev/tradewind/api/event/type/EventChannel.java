package dev.tradewind.api.event.type;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.outbox.Topic;

/**
 * Topic in the event document.
 *
 * @param title aggregates of its events
 */
public record EventChannel(Topic topic, String title, String partitionKey) {

  static EventChannel of(String topic, String title, String partitionKey) {
    return new EventChannel(Topics.named(topic), title, partitionKey);
  }

  /** Name in the document: {@code draftOrder} for the topic {@code commerce.draft-order.v1}. */
  public String name() {
    String[] words = topic.name().split("\\.")[1].split("-");
    StringBuilder name = new StringBuilder(words[0]);
    for (int i = 1; i < words.length; i++) {
      name.append(capitalized(words[i]));
    }
    return name.toString();
  }

  static String capitalized(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }
}
