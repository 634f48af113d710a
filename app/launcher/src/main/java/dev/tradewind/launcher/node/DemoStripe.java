package dev.tradewind.launcher.node;

import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.launcher.config.OptionalModule;
import dev.tradewind.launcher.seed.Demo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stripe of a demo: the settings with which the plugin of Stripe works at the test server. */
final class DemoStripe {

  /** Payment providers that the regions of a demo offer; those of a harbour redirect, too. */
  static List<String> providers(@Nullable Demo demo) {
    return demo == Demo.HARBOUR
        ? List.of("stripe", "stripe-ideal", "stripe-bancontact")
        : List.of("stripe");
  }

  static final String WEBHOOK_SECRET = "whsec_demo";

  private DemoStripe() {}

  /**
   * @throws CliException if the node cannot have it
   */
  static void require(NodeConfig config) {
    if (config.isProduction()) {
      throw new CliException("Production does not start with --demo-stripe: it moves no money.");
    }
    OptionalModule.STRIPE_TEST_SERVER.require();
    OptionalModule.SAMPLES.require();
    Map<String, String> settings = config.pluginSettings();
    for (String name : settings("", Map.of()).keySet()) {
      if (settings.containsKey(name) || settings.containsKey(name + "_FILE")) {
        throw new CliException("The option --demo-stripe sets " + name + " itself: leave it out.");
      }
    }
  }

  /** Settings of plugins with the settings of Stripe's. */
  static Map<String, String> settings(String url, Map<String, String> others) {
    Map<String, String> settings = new HashMap<>(others);
    settings.put("TRADEWIND_STRIPE_API_KEY", "sk_test_server");
    settings.put("TRADEWIND_STRIPE_API_URL", url);
    settings.put("TRADEWIND_STRIPE_PUBLISHABLE_KEY", "pk_test_server");
    settings.put("TRADEWIND_STRIPE_SCRIPT_URL", url + "/v3/");
    settings.put("TRADEWIND_STRIPE_WEBHOOK_SECRETS", WEBHOOK_SECRET);
    return settings;
  }
}
