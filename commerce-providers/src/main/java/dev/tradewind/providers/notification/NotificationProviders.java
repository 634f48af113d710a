package dev.tradewind.providers.notification;

import dev.tradewind.kernel.operation.Problem;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Registry of the notification providers installed on this node. */
public final class NotificationProviders {

  private final Map<String, NotificationProvider> byId;

  private NotificationProviders(Iterable<NotificationProvider> providers) {
    this.byId =
        StreamSupport.stream(providers.spliterator(), false)
            .collect(Collectors.toUnmodifiableMap(NotificationProvider::id, Function.identity()));
  }

  public static NotificationProviders installed() {
    return new NotificationProviders(ServiceLoader.load(NotificationProvider.class));
  }

  /** Ids of the providers, in their order. */
  public List<String> ids() {
    return byId.keySet().stream().sorted().toList();
  }

  public boolean isEmpty() {
    return byId.isEmpty();
  }

  /** Types of the events that any provider sends notifications about. */
  public Set<String> eventTypes() {
    return byId.values().stream()
        .map(NotificationProvider::eventTypes)
        .flatMap(Collection::stream)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Providers that send notifications about events of that type. */
  public List<NotificationProvider> about(String eventType) {
    return byId.values().stream()
        .filter(provider -> provider.eventTypes().contains(eventType))
        .toList();
  }

  /**
   * The provider of that id.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException 404 if it is not installed
   */
  public NotificationProvider get(String id) {
    NotificationProvider provider = byId.get(id);
    if (provider == null) {
      throw new Problem.NotFound("Could not find a notification provider with id: " + id)
          .toException();
    }
    return provider;
  }
}
