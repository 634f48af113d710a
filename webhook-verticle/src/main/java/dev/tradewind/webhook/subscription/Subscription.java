package dev.tradewind.webhook.subscription;

import dev.tradewind.kernel.json.RecordCodec;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.List;
import java.util.Set;
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

  static final RecordCodec<Subscription> CODEC =
      RecordCodec.of(MethodHandles.lookup(), Subscription.class);

  private static final RecordCodec.Writer<Subscription> SHOWN =
      CODEC.writerWithout(Set.of("secret", "previous_secret", "previous_until"));

  /** The representation of responses, without secrets. */
  JsonObject toJson() {
    return SHOWN.write(this);
  }
}
