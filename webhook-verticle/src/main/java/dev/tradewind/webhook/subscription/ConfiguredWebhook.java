package dev.tradewind.webhook.subscription;

import dev.tradewind.kernel.json.JsonObjects;
import dev.tradewind.kernel.outbound.WebhookSecret;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Subscription of the operator's file.
 *
 * @param id begins with {@code webhook_}, as the generated ones do
 */
public record ConfiguredWebhook(
    String id,
    String url,
    List<String> eventTypes,
    @Nullable String description,
    WebhookSecret secret) {

  private static final Set<String> NAMES =
      Set.of("id", "url", "event_types", "description", "secret", "secret_file");

  /**
   * Parses a list of objects.
   *
   * @param file reads a file of a secret
   * @throws IllegalArgumentException with a message for the operator that contains no secret
   */
  public static List<ConfiguredWebhook> parse(JsonArray list, UnaryOperator<String> file) {
    Set<String> ids = new HashSet<>();
    return list.stream()
        .map(element -> {
          if (!(element instanceof JsonObject webhook)) {
            throw new IllegalArgumentException("Every webhook must be an object.");
          }
          ConfiguredWebhook parsed = parse(webhook, file);
          if (!ids.add(parsed.id)) {
            throw new IllegalArgumentException("The webhook " + parsed.id + " is there twice.");
          }
          return parsed;
        })
        .toList();
  }

  private static ConfiguredWebhook parse(JsonObject webhook, UnaryOperator<String> file) {
    String id = JsonObjects.requiredText(webhook, "id", "Every webhook");
    if (!id.matches("webhook_[a-zA-Z0-9_-]{1,80}")) {
      throw new IllegalArgumentException(
          "The id of a webhook must look like webhook_erp: " + id + ".");
    }
    webhook.fieldNames().stream()
        .filter(name -> !NAMES.contains(name))
        .findFirst()
        .ifPresent(unknown -> {
          throw new IllegalArgumentException(
              "The webhook " + id + " has an unknown property " + unknown + ".");
        });
    String label = "The webhook " + id;
    String secret =
        webhook.containsKey("secret_file")
            ? file.apply(JsonObjects.requiredText(webhook, "secret_file", label)).strip()
            : JsonObjects.requiredText(webhook, "secret", label);
    if (!(webhook.getValue("event_types") instanceof JsonArray types) || types.isEmpty()) {
      throw new IllegalArgumentException(label + " needs event_types.");
    }
    return new ConfiguredWebhook(
        id,
        JsonObjects.requiredText(webhook, "url", label),
        types.stream().map(String::valueOf).toList(),
        webhook.getString("description"),
        WebhookSecret.parse(secret)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    label + " needs a secret of whsec_ and the Base64 form of 24 to 64 bytes.")));
  }

  /** The secret stays out of logs. */
  @Override
  public String toString() {
    return id;
  }
}
