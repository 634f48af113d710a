package dev.tradewind.acceptance;

import dev.tradewind.cart.CheckoutRules;
import dev.tradewind.customer.oauthapp.AppSettings;
import dev.tradewind.providers.hook.ConfiguredHook;
import dev.tradewind.testing.TestKafka;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Options of a {@link Shop}.
 *
 * @param databaseUrl absent for a database of its own, which goes with the shop
 */
@RecordBuilder
public record ShopOptions(
    String bootstrapServers,
    @Nullable String databaseUrl,
    boolean hasDemoData,
    boolean publishesStates,
    CheckoutRules checkoutRules,
    AppSettings apps,
    Map<String, String> pluginSettings,
    List<ConfiguredHook> hooks,
    boolean announcesToWebhooks,
    boolean isCopy) {

  /** A broker, a database of its own and demo data. */
  public static ShopOptionsBuilder defaults() {
    return ShopOptionsBuilder.builder()
        .bootstrapServers(TestKafka.bootstrapServers())
        .hasDemoData(true)
        .checkoutRules(CheckoutRules.DEFAULT)
        .apps(AppSettings.NONE)
        .pluginSettings(Map.of())
        .hooks(List.of());
  }
}
