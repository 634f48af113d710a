package dev.tradewind.order.notification;

import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.notification.NotificationProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Operations of staff on notifications: list and resend. */
public final class NotificationService {

  private static final Ids IDS = Ids.of("noti");

  private static final Set<String> TRUE = Set.of("true", "1");

  /** Permissions to read what a notification tells: another address gets an order and its buyer. */
  private static final List<String> TOLD = List.of("orders:read", "customers:read");

  private final Pool pool;
  private final NotificationStore store;
  private final OperationClient bus;
  private final ResourceReader reader;
  private final ProviderRegistry<NotificationProvider> providers;
  private final ProviderCalls calls;
  private final View view;
  private final ListDefinition listing;
  private final Clock clock;

  public NotificationService(
      Pool pool,
      NotificationStore store,
      OperationClient bus,
      ProviderRegistry<NotificationProvider> providers,
      Clock clock) {
    this.pool = pool;
    this.store = store;
    this.bus = bus;
    this.view = NotificationResource.view(providers);
    this.listing = NotificationResource.listing(view);
    this.reader = new ResourceReader(pool);
    this.providers = providers;
    this.calls = new ProviderCalls(clock);
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListNotifications", this::list)
        .on("adminResendNotification", this::resend)
        .on("adminListNotificationProviders", request -> listProviders());
  }

  private Future<Reply> listProviders() {
    JsonArray installed = new JsonArray();
    providers
        .ids()
        .forEach(id -> installed.add(new JsonObject().put("id", id).put("is_installed", true)));
    return Future.succeededFuture(
        Reply.ok(new JsonObject().put("notification_providers", installed)));
  }

  private Future<Reply> list(Request request) {
    boolean withResends = TRUE.contains(request.query().getString("include_resends", ""));
    return reader
        .withRemote(bus, request.context())
        .list(
            listing,
            request.query(),
            withResends ? conditions -> {} : NotificationService::originals)
        .map(page -> page.reply("notifications"));
  }

  private static void originals(WhereClause conditions) {
    conditions.add("t.parent_id IS NULL");
  }

  private Future<Reply> resend(Request request) {
    String id = request.path("id");
    Instant deadline = request.context().deadline();
    return store
        .find(pool, id)
        .compose(found -> {
          NotificationStore.Original original = found.orElseThrow(() -> notFound(id));
          String to = request.body().getString("to");
          if (to != null && !to.equals(original.sent().to())) {
            TOLD.forEach(request::requirePermitted);
          }
          String resendId = IDS.next();
          return calls
              .ask(
                  "notification provider " + original.providerId(),
                  deadline,
                  () ->
                      providers
                          .get(original.providerId())
                          .resend(
                              new ProviderCall(resendId, deadline),
                              original.eventName(),
                              original.sent(),
                              to))
              .compose(sent -> store.resent(pool, id, resendId, sent, Timestamps.now(clock)));
        })
        .compose(recorded -> reader.find(view.defaults(), id))
        .map(found -> Reply.ok("notification", found.orElseThrow(() -> notFound(id))));
  }

  private static RuntimeException notFound(String id) {
    return Problem.notFound("Notification with id: " + id + " was not found.");
  }
}
