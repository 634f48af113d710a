package dev.tradewind.order.notification;

import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.queue.LeasedQueue;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.notification.NotificationProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;

/** Wiring of notifications. */
public final class NotificationModule {

  private final NotificationService service;
  private final NotificationSender sender;

  public NotificationModule(
      Pool pool,
      OperationClient bus,
      ProviderRegistry<NotificationProvider> providers,
      MeterRegistry meters,
      BackgroundGate gate,
      Clock clock) {
    NotificationStore store = new NotificationStore();
    this.service = new NotificationService(pool, store, bus, providers, clock);
    this.sender = new NotificationSender(pool, store, bus, providers, meters, gate, clock);
  }

  public void bind(Operations operations, Operations internal) {
    service.bind(operations);
    sender.bind(internal);
  }

  /** Notifications that are to be sent. */
  public static LeasedQueue<?> queue() {
    return NotificationStore.QUEUE;
  }

  public List<BackgroundTask> tasks() {
    return sender.tasks();
  }
}
