package dev.tradewind.providers.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.providers.builtin.ManualPaymentProvider;
import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.Setting;
import dev.tradewind.spi.payment.PaymentForm;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(VertxExtension.class)
class PluginsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

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
    return start(vertx, plugin, Map.of());
  }

  private static Future<Plugins> start(Vertx vertx, Plugin plugin, Map<String, String> settings) {
    PluginHost host =
        new PluginHost(
            vertx,
            new SimpleMeterRegistry(),
            Clock.systemUTC(),
            false,
            "http://localhost:9000",
            settings);
    return Plugins.start(List.of(plugin), host);
  }

  /** Plugin with a secret. */
  private static final class SecretPlugin implements Plugin {

    private PluginContext context;

    @Override
    public String name() {
      return "cards";
    }

    @Override
    public List<Setting> settings() {
      return List.of(Setting.secret("TRADEWIND_CARDS_KEY"));
    }

    @Override
    public Future<List<Provider>> start(PluginContext context) {
      this.context = context;
      return Future.succeededFuture(List.of(new ManualPaymentProvider()));
    }

    private String key() {
      return context.setting("TRADEWIND_CARDS_KEY").orElseThrow();
    }
  }

  @Test
  void aChangedSecretIsReadAgainAndAnEmptyFileIsNone(Vertx vertx, @TempDir Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("key"), "sk_1");
    SecretPlugin plugin = new SecretPlugin();
    BackgroundTask reading =
        start(vertx, plugin, Map.of("TRADEWIND_CARDS_KEY_FILE", file.toString()))
            .result()
            .readingSecrets(vertx);
    assertThat(plugin.key()).isEqualTo("sk_1");

    Files.writeString(file, "sk_2");
    assertThat(run(reading)).succeedsWithin(TIMEOUT);
    assertThat(plugin.key()).isEqualTo("sk_2");

    Files.writeString(file, "");
    assertThat(run(reading))
        .failsWithin(TIMEOUT)
        .withThrowableThat()
        .withMessageContaining("plugin cards is empty");
    Files.delete(file);
    assertThat(run(reading))
        .failsWithin(TIMEOUT)
        .withThrowableThat()
        .withMessageContaining("cannot be read");
    assertThat(plugin.key()).isEqualTo("sk_2");
  }

  private static CompletableFuture<?> run(BackgroundTask task) {
    return task.work().get().toCompletionStage().toCompletableFuture();
  }

  @Test
  void aPluginHasFormsOfItsProviders(Vertx vertx) {
    FormPlugin plugin = new FormPlugin("manual", "/cash/form.js");

    assertThat(start(vertx, plugin).result().paymentForms().forms())
        .isEqualTo(plugin.paymentForms());
  }

  @ParameterizedTest
  @CsvSource({"stripe, /cash/form.js", "manual, /stripe/form.js", "manual, /cashier/form.js"})
  void anotherFormEndsTheStart(String providerId, String module, Vertx vertx) {
    assertThat(start(vertx, new FormPlugin(providerId, module)).cause())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("The plugin cash cannot start: it cannot have the payment form");
  }
}
