package dev.tradewind.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.tradewind.providers.plugin.PluginLoader;
import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.Setting;
import dev.tradewind.stripe.testserver.StripeTestServerOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoStripeTest {

  private static final String URL = "http://127.0.0.1:12111";

  @Test
  void thePluginIsConfiguredForTheTestServer() {
    StripeTestServerOptions server = StripeTestServerOptions.defaults();

    assertThat(DemoStripe.settings(URL, Map.of("TRADEWIND_STRIPE_CAPTURE", "automatic")))
        .contains(
            entry("TRADEWIND_STRIPE_CAPTURE", "automatic"),
            entry("TRADEWIND_STRIPE_API_KEY", server.secretKey()),
            entry("TRADEWIND_STRIPE_PUBLISHABLE_KEY", server.publishableKey()),
            entry("TRADEWIND_STRIPE_API_URL", URL),
            entry("TRADEWIND_STRIPE_SCRIPT_URL", URL + "/v3/"));
  }

  @Test
  void thePluginHasTheseSettings() {
    List<String> names =
        PluginLoader.find(null).stream()
            .flatMap((Plugin plugin) -> plugin.settings().stream())
            .map(Setting::name)
            .toList();

    assertThat(names).containsAll(DemoStripe.settings(URL, Map.of()).keySet());
  }
}
