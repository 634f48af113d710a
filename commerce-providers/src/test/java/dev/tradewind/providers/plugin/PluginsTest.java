package dev.tradewind.providers.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.providers.builtin.ManualPaymentProvider;
import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.payment.PaymentForm;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(VertxExtension.class)
class PluginsTest {

  /** Plugin of the payment provider {@code manual}. */
  private record FormPlugin(String providerId, String module) implements Plugin {

    @Override
    public String name() {
      return "cash";
    }

    @Override
    public Future<List<Provider>> start(PluginContext context) {
      return Future.succeededFuture(List.of(new ManualPaymentProvider()));
    }

    @Override
    public List<PaymentForm> paymentForms() {
      return List.of(new PaymentForm(providerId, "Cash", module, Set.of(), Set.of(), Set.of()));
    }
  }

  /** Complete at once, as the start of the plugin is. */
  private static Future<Plugins> start(Vertx vertx, Plugin plugin) {
    PluginHost host =
        new PluginHost(
            vertx,
            new SimpleMeterRegistry(),
            Clock.systemUTC(),
            false,
            "http://localhost:9000",
            Map.of());
    return Plugins.start(List.of(plugin), host);
  }

  @Test
  void aPluginHasFormsOfItsProviders(Vertx vertx) {
    FormPlugin plugin = new FormPlugin("manual", "/cash/form.js");

    assertThat(start(vertx, plugin).result().paymentForms()).isEqualTo(plugin.paymentForms());
  }

  @ParameterizedTest
  @CsvSource({"stripe, /cash/form.js", "manual, /stripe/form.js", "manual, /cashier/form.js"})
  void anotherFormEndsTheStart(String providerId, String module, Vertx vertx) {
    assertThat(start(vertx, new FormPlugin(providerId, module)).cause())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("The plugin cash cannot start: it cannot have the payment form");
  }
}
