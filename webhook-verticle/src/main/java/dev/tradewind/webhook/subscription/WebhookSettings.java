package dev.tradewind.webhook.subscription;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.outbound.AddressRange;
import dev.tradewind.kernel.outbound.OutboundPolicy;
import dev.tradewind.webhook.event.EventTypePatterns;
import java.time.Duration;
import java.util.List;

/**
 * Settings of the webhook verticle.
 *
 * @param source CloudEvents source of the events
 * @param publicUrl base of the URLs of the schemas of events
 * @param allowsPlainHttp whether receivers may have URLs without TLS
 * @param networks networks beside the public ones that receivers may be in
 * @param retention of events and deliveries
 * @param configured subscriptions of the operator's file
 */
public record WebhookSettings(
    String source,
    String publicUrl,
    boolean allowsPlainHttp,
    List<AddressRange> networks,
    Duration retention,
    List<ConfiguredWebhook> configured) {

  /** Of an attempt, from the look-up of the host name to the end of the response. */
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  /** The beginning of a response is enough for the log. */
  private static final int MAX_RESPONSE = 1_024;

  public WebhookSettings {
    networks = List.copyOf(networks);
    configured = List.copyOf(configured);
  }

  /**
   * Checks the subscriptions of the operator's file.
   *
   * @throws IllegalArgumentException with a message for the operator
   */
  public void requireCallable() {
    for (ConfiguredWebhook webhook : configured) {
      TargetUrl.refusal(webhook.url(), policy())
          .ifPresent(refusal -> {
            throw new IllegalArgumentException(
                "The webhook %s: %s.".formatted(webhook.id(), refusal));
          });
      try {
        EventTypePatterns.require(webhook.eventTypes());
      } catch (Problem unknown) {
        throw new IllegalArgumentException(
            "The webhook %s: %s.".formatted(webhook.id(), unknown.getMessage()), unknown);
      }
    }
  }

  public OutboundPolicy policy() {
    return new OutboundPolicy(allowsPlainHttp, false, networks, TIMEOUT, MAX_RESPONSE);
  }
}
