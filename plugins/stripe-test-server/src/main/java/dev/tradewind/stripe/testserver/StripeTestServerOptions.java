package dev.tradewind.stripe.testserver;

import dev.tradewind.stripe.testserver.state.ApiVersion;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Clock;

/**
 * Options of a server.
 *
 * @param port 0 for a free one
 * @param version of requests without {@code Stripe-Version} and of the account's events
 * @param isLive live mode, whose webhooks are retried for three days
 * @param clock base of the virtual clock: a fixed one in tests, so that nothing expires by itself
 * @param signatureClock the clock of the receivers of webhooks
 */
@RecordBuilder
public record StripeTestServerOptions(
    int port,
    String secretKey,
    String publishableKey,
    String accountId,
    ApiVersion version,
    boolean isLive,
    Clock clock,
    Clock signatureClock) {

  public static StripeTestServerOptions defaults() {
    return new StripeTestServerOptions(
        0,
        "sk_test_server",
        "pk_test_server",
        "acct_testserver",
        ApiVersion.OLDEST,
        false,
        Clock.systemUTC(),
        Clock.systemUTC());
  }
}
