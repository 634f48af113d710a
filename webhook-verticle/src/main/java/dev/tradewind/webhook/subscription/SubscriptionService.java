package dev.tradewind.webhook.subscription;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbound.OutboundPolicy;
import dev.tradewind.kernel.outbound.WebhookSecret;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.webhook.event.EventTypePatterns;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Admin operations on webhook subscriptions. Webhooks of the operator's file are changed there. */
public final class SubscriptionService {

  static final int MAX_SUBSCRIPTIONS = 100;

  /** Time in which receivers take over a new secret: deliveries have the signatures of both. */
  static final Duration ROTATION = Duration.ofHours(24);

  private static final Duration REENCRYPTION_INTERVAL = Duration.ofHours(1);

  private static final String NAME = "webhook";

  private final SubscriptionStore store = new SubscriptionStore();
  private final Ids ids = Ids.of(NAME);
  private final Pool pool;
  private final SecretEncryption encryption;
  private final OutboundPolicy policy;
  private final Clock clock;
  private final Runnable delivering;

  /**
   * @param delivering starts deliveries that are due, without waiting for them
   */
  public SubscriptionService(
      Pool pool,
      SecretEncryption encryption,
      OutboundPolicy policy,
      Clock clock,
      Runnable delivering) {
    this.pool = pool;
    this.encryption = encryption;
    this.policy = policy;
    this.clock = clock;
    this.delivering = delivering;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListWebhooks", request -> list())
        .on("adminCreateWebhook", this::create)
        .on("adminGetWebhook", this::get)
        .on("adminUpdateWebhook", this::update)
        .on("adminDeleteWebhook", this::delete)
        .on("adminRotateWebhookSecret", this::rotate)
        .on("adminPauseWebhook", this::pause)
        .on("adminResumeWebhook", this::resume);
  }

  private Future<Reply> list() {
    return store
        .list(pool)
        .map(all -> new JsonArray(all.stream().map(Subscription::toJson).toList()))
        .map(webhooks -> Reply.ok(new JsonObject().put("webhooks", webhooks)));
  }

  /** The subscription; fails with a 404 without it. */
  public Future<Subscription> find(String id) {
    return store.find(pool, id).map(found -> found.orElseThrow(() -> notFound(id)));
  }

  private Future<Reply> get(Request request) {
    return find(request.path("id")).map(found -> Reply.ok(NAME, found.toJson()));
  }

  private Future<Reply> create(Request request) {
    JsonObject body = request.body();
    Instant now = Timestamps.now(clock);
    String id = ids.next();
    WebhookSecret secret = WebhookSecret.random();
    Subscription created =
        SubscriptionBuilder.builder()
            .id(id)
            .url(url(body.getString("url")))
            .description(body.getString("description"))
            .eventTypes(eventTypes(body.getJsonArray("event_types")))
            .secret(encryption.encrypt(secret, id))
            .status(Subscription.ACTIVE)
            .createdAt(now)
            .updatedAt(now)
            .build();
    return Transactions.inTransaction(
            pool,
            db ->
                store
                    .lock(db)
                    .compose(locked -> store.list(db))
                    .compose(current -> {
                      if (current.size() >= MAX_SUBSCRIPTIONS) {
                        throw Problem.notAllowed(
                            "There are at most " + MAX_SUBSCRIPTIONS + " webhooks");
                      }
                      return store.insert(db, created);
                    })
                    .compose(inserted -> audited(db, request, id, null, inserted).map(inserted)))
        .map(inserted -> Reply.ok(NAME, inserted.toJson().put("secret", secret.text())));
  }

  private Future<Reply> update(Request request) {
    JsonObject body = request.body();
    String url = body.getString("url") == null ? null : url(body.getString("url"));
    List<String> types =
        body.getJsonArray("event_types") == null
            ? null
            : eventTypes(body.getJsonArray("event_types"));
    return change(
            request,
            (db, before) -> {
              requireOwn(before);
              return store.update(
                  db,
                  SubscriptionBuilder.builder(before)
                      .url(url == null ? before.url() : url)
                      .eventTypes(types == null ? before.eventTypes() : types)
                      .description(
                          body.containsKey("description")
                              ? body.getString("description")
                              : before.description())
                      .updatedAt(Timestamps.now(clock))
                      .build());
            })
        .map(changed -> Reply.ok(NAME, changed.toJson()));
  }

  private Future<Reply> rotate(Request request) {
    WebhookSecret secret = WebhookSecret.random();
    return change(
            request,
            (db, before) -> {
              requireOwn(before);
              return store.update(db, rotated(before, encryption.encrypt(secret, before.id())));
            })
        .map(changed -> Reply.ok(NAME, changed.toJson().put("secret", secret.text())));
  }

  /** The subscription with a new secret; the present one signs too for a while. */
  private Subscription rotated(Subscription before, String encrypted) {
    Instant now = Timestamps.now(clock);
    return SubscriptionBuilder.builder(before)
        .secret(encrypted)
        .previousSecret(before.secret())
        .previousUntil(now.plus(ROTATION))
        .updatedAt(now)
        .build();
  }

  private Future<Reply> pause(Request request) {
    return setStatus(request, Subscription.PAUSED, "Paused by staff")
        .map(paused -> Reply.ok(NAME, paused.toJson()));
  }

  private Future<Reply> resume(Request request) {
    return setStatus(request, Subscription.ACTIVE, null)
        .map(resumed -> {
          delivering.run();
          return Reply.ok(NAME, resumed.toJson());
        });
  }

  private Future<Subscription> setStatus(Request request, String status, @Nullable String reason) {
    return change(
        request,
        (db, before) ->
            store
                .setStatus(db, before.id(), status, reason, Timestamps.now(clock))
                .compose(changed -> store.wake(db, before.id()).map(changed.orElseThrow())));
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    return Transactions.inTransaction(
            pool,
            db ->
                store
                    .findForUpdate(db, id)
                    .compose(found -> {
                      if (found.isEmpty()) {
                        return Future.<Void>succeededFuture();
                      }
                      return delete(db, request, found.get());
                    }))
        .map(Reply.ok(new JsonObject().put("id", id).put("object", NAME).put("deleted", true)));
  }

  private Future<Void> delete(SqlClient db, Request request, Subscription current) {
    requireOwn(current);
    return store
        .delete(db, current.id())
        .compose(deleted -> audited(db, request, current.id(), current, null));
  }

  private Future<Subscription> change(
      Request request, BiFunction<SqlClient, Subscription, Future<Subscription>> step) {
    String id = request.path("id");
    return Transactions.inTransaction(
        pool,
        db ->
            store
                .findForUpdate(db, id)
                .map(found -> found.orElseThrow(() -> notFound(id)))
                .compose(before ->
                    step.apply(db, before)
                        .compose(after -> audited(db, request, id, before, after).map(after))));
  }

  private Future<Void> audited(
      SqlClient db,
      Request request,
      String id,
      @Nullable Subscription before,
      @Nullable Subscription after) {
    return Outbox.append(
        db,
        AuditAction.SETTING_CHANGE
            .on(id)
            .changing(
                before == null ? null : before.toJson(), after == null ? null : after.toJson())
            .event(request.context(), Timestamps.now(clock)));
  }

  /** Background task that encrypts secrets under the first signing key after a rotation of keys. */
  public BackgroundTask reencryption() {
    return BackgroundTask.every(REENCRYPTION_INTERVAL, "encrypt-webhook-secrets", this::reencrypt);
  }

  Future<Void> reencrypt() {
    return store
        .list(pool)
        .compose(all ->
            Future.join(
                all.stream()
                    .filter(one -> !one.equals(reencrypted(one)))
                    .map(one ->
                        Transactions.inTransaction(
                            pool,
                            db ->
                                store
                                    .findForUpdate(db, one.id())
                                    .compose(found ->
                                        Futures.unless(
                                            found.isEmpty(),
                                            () -> store.update(db, reencrypted(found.get()))))))
                    .toList()))
        .mapEmpty();
  }

  /** The same subscription, if its secrets are encrypted under the first key or cannot be read. */
  private Subscription reencrypted(Subscription current) {
    return SubscriptionBuilder.builder(current)
        .secret(reencrypted(current.secret(), current.id()))
        .previousSecret(
            current.previousSecret() == null
                ? null
                : reencrypted(current.previousSecret(), current.id()))
        .build();
  }

  private String reencrypted(String stored, String id) {
    return encryption
        .decrypt(stored, id)
        .filter(found -> !found.isCurrent())
        .map(found -> encryption.encrypt(found.secret(), id))
        .orElse(stored);
  }

  /** Brings the subscriptions of the operator's file into the database, and removes others. */
  public Future<Void> configure(List<ConfiguredWebhook> configured) {
    return Transactions.inTransaction(
        pool,
        db ->
            store
                .lock(db)
                .compose(locked -> store.list(db))
                .compose(current -> configure(db, configured, current)));
  }

  private Future<Void> configure(
      SqlClient db, List<ConfiguredWebhook> configured, List<Subscription> current) {
    List<String> kept = configured.stream().map(ConfiguredWebhook::id).toList();
    Future<Void> done = Future.succeededFuture();
    for (Subscription one : current) {
      if (one.isConfigured() && !kept.contains(one.id())) {
        done = done.compose(before -> store.delete(db, one.id()));
      }
    }
    for (ConfiguredWebhook one : configured) {
      done =
          done.compose(before ->
              store
                  .findForUpdate(db, one.id())
                  .compose(found ->
                      found.isPresent()
                          ? store.update(db, updated(found.get(), one))
                          : store.insert(db, created(one)))
                  .mapEmpty());
    }
    return done;
  }

  private Subscription created(ConfiguredWebhook one) {
    Instant now = Timestamps.now(clock);
    return SubscriptionBuilder.builder()
        .id(one.id())
        .url(one.url())
        .description(one.description())
        .eventTypes(one.eventTypes())
        .secret(encryption.encrypt(one.secret(), one.id()))
        .status(Subscription.ACTIVE)
        .isConfigured(true)
        .createdAt(now)
        .updatedAt(now)
        .build();
  }

  private Subscription updated(Subscription current, ConfiguredWebhook one) {
    boolean isSameSecret =
        encryption
            .decrypt(current.secret(), current.id())
            .filter(stored -> stored.isCurrent() && stored.secret().equals(one.secret()))
            .isPresent();
    Subscription withSecret =
        isSameSecret ? current : rotated(current, encryption.encrypt(one.secret(), one.id()));
    return SubscriptionBuilder.builder(withSecret)
        .url(one.url())
        .description(one.description())
        .eventTypes(one.eventTypes())
        .build();
  }

  private String url(String url) {
    TargetUrl.refusal(url, policy)
        .ifPresent(refusal -> {
          throw Problem.invalidData(refusal);
        });
    return url;
  }

  private static List<String> eventTypes(JsonArray types) {
    return EventTypePatterns.require(types.stream().map(String.class::cast).toList());
  }

  private static void requireOwn(Subscription subscription) {
    if (subscription.isConfigured()) {
      throw Problem.notAllowed("The webhook is configured in the file of the operator");
    }
  }

  private static Problem notFound(String id) {
    return Problem.notFound("Webhook with id: " + id + " was not found");
  }
}
