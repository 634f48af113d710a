package dev.tradewind.webhook.subscription;

import dev.tradewind.kernel.text.Timestamps;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Webhook subscription.
 *
 * @param secret encrypted
 * @param previousSecret encrypted; signs too until the time after it
 * @param status active, paused or disabled
 * @param isConfigured whether the operator's file has it
 */
@RecordBuilder
public record Subscription(
    String id,
    String url,
    @Nullable String description,
    List<String> eventTypes,
    String secret,
    @Nullable String previousSecret,
    @Nullable Instant previousUntil,
    String status,
    @Nullable String statusReason,
    boolean isConfigured,
    Instant createdAt,
    Instant updatedAt) {

  public static final String ACTIVE = "active";
  public static final String PAUSED = "paused";
  public static final String DISABLED = "disabled";

  static Subscription of(Row row) {
    OffsetDateTime until = row.getOffsetDateTime("previous_until");
    return new Subscription(
        row.getString("id"),
        row.getString("url"),
        row.getString("description"),
        List.of(row.getArrayOfStrings("event_types")),
        row.getString("secret"),
        row.getString("previous_secret"),
        until == null ? null : until.toInstant(),
        row.getString("status"),
        row.getString("status_reason"),
        row.getBoolean("is_configured"),
        row.getOffsetDateTime("created_at").toInstant(),
        row.getOffsetDateTime("updated_at").toInstant());
  }

  /** The representation of responses, without secrets. */
  JsonObject toJson() {
    return new JsonObject()
        .put("id", id)
        .put("url", url)
        .put("description", description)
        .put("event_types", new JsonArray(eventTypes))
        .put("status", status)
        .put("status_reason", statusReason)
        .put("is_configured", isConfigured)
        .put("created_at", Timestamps.format(createdAt))
        .put("updated_at", Timestamps.format(updatedAt));
  }
}
