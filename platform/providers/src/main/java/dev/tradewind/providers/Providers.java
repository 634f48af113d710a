package dev.tradewind.providers;

import dev.tradewind.providers.builtin.SystemTaxProvider;
import dev.tradewind.providers.hook.Hooks;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.event.Subscriber;
import dev.tradewind.spi.file.FileStorage;
import dev.tradewind.spi.fulfillment.FulfillmentProvider;
import dev.tradewind.spi.notification.NotificationProvider;
import dev.tradewind.spi.payment.NoticeFeed;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.tax.TaxProvider;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Providers that are installed on this node, an instance of each, with its hooks and subscribers.
 *
 * @param subscribers of events, by the names of their plugins and their own: {@code erp/orders}
 */
public record Providers(
    ProviderRegistry<PaymentProvider> payment,
    ProviderRegistry<FulfillmentProvider> fulfillment,
    ProviderRegistry<TaxProvider> tax,
    ProviderRegistry<NotificationProvider> notification,
    ProviderRegistry<FileStorage> file,
    Map<String, NoticeFeed> noticeFeeds,
    Hooks hooks,
    Map<String, Subscriber> subscribers) {

  /** Tax provider of regions that name none. */
  private static final TaxProvider REGION_RATES = new SystemTaxProvider();

  /** Providers of a node without hooks. */
  public static Providers of(
      List<Provider> providers, Map<String, NoticeFeed> noticeFeeds, MeterRegistry meters) {
    return of(providers, noticeFeeds, Hooks.NONE, Map.of(), meters);
  }

  /**
   * @param noticeFeeds feeds of notices about payments, by the names of their plugins
   * @param meters registry of the durations of their calls
   * @throws IllegalArgumentException if two providers of a kind have one id
   */
  public static Providers of(
      List<Provider> providers,
      Map<String, NoticeFeed> noticeFeeds,
      Hooks hooks,
      Map<String, Subscriber> subscribers,
      MeterRegistry meters) {
    return new Providers(
        registry("payment", PaymentProvider.class, providers, meters),
        registry("fulfillment", FulfillmentProvider.class, providers, meters),
        registry("tax", TaxProvider.class, providers, meters),
        registry("notification", NotificationProvider.class, providers, meters),
        registry("file", FileStorage.class, providers, meters),
        Map.copyOf(noticeFeeds),
        hooks,
        Map.copyOf(subscribers));
  }

  private static <P extends Provider> ProviderRegistry<P> registry(
      String kind, Class<P> type, List<Provider> providers, MeterRegistry meters) {
    return new ProviderRegistry<>(
        kind,
        providers.stream()
            .filter(type::isInstance)
            .map(provider -> MeasuredProvider.of(type, type.cast(provider), kind, meters))
            .toList());
  }

  /** Tax provider of a region; null: the rates of the region itself. */
  public TaxProvider taxProvider(@Nullable String id) {
    return id == null ? REGION_RATES : tax.get(id);
  }

  /**
   * Storage of files beside the database; null: none.
   *
   * @throws IllegalStateException if there are several
   */
  public @Nullable FileStorage fileStorage() {
    if (file.all().size() > 1) {
      throw new IllegalStateException(
          "Plugins bring several file storages: " + String.join(", ", file.ids()) + ".");
    }
    return file.all().stream().findFirst().orElse(null);
  }

  /** Names under which payment providers keep the ids of customers at their services. */
  public Set<String> customerKeys() {
    return payment.all().stream()
        .flatMap(provider -> provider.customerKey().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Types of the events that any provider sends notifications about. */
  public Set<String> notifiedEventTypes() {
    return notification.all().stream()
        .map(NotificationProvider::eventTypes)
        .flatMap(Collection::stream)
        .collect(Collectors.toUnmodifiableSet());
  }
}
