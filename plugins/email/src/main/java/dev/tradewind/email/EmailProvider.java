package dev.tradewind.email;

import dev.tradewind.email.MailRenderer.Rendered;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.RefusedException;
import dev.tradewind.spi.ShopBrand;
import dev.tradewind.spi.notification.MailAddress;
import dev.tradewind.spi.notification.Notification;
import dev.tradewind.spi.notification.NotificationProvider;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mail.MailMessage;
import io.vertx.ext.mail.SMTPException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Notification provider {@code email}. A mail server does not know a message again, so an e-mail
 * whose outcome is unknown is sent again under the same {@code Message-ID}, by which mail programs
 * and servers show it once.
 */
final class EmailProvider implements NotificationProvider {

  static final String ID = "email";

  /** An e-mail does not wait longer for what it can do without. */
  private static final Duration BRAND_TIMEOUT = Duration.ofSeconds(2);

  private final PluginContext node;
  private final Vertx vertx;
  private final Clock clock;
  private final MailServer server;
  private final EmailSettings settings;
  private final MailRenderer renderer;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  EmailProvider(PluginContext node, MailServer server, EmailSettings settings) {
    this.node = node;
    this.vertx = node.vertx();
    this.clock = node.clock();
    this.server = server;
    this.settings = settings;
    this.renderer = new MailRenderer(settings);
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public Set<String> eventTypes() {
    return Mail.eventTypes();
  }

  @Override
  public Future<Optional<Sent>> send(ProviderCall call, Notification notification) {
    Optional<Mail> found = Mail.about(notification.eventType());
    String recipient = notification.recipient();
    if (found.isEmpty() || recipient == null || !found.get().isDue(notification)) {
      return Future.succeededFuture(Optional.empty());
    }
    Mail mail = found.get();
    return brand(call)
        .compose(brand ->
            vertx
                .executeBlocking(() -> renderer.render(mail, notification, brand), false)
                .compose(rendered ->
                    delivered(call, recipient, brand, rendered)
                        .map(sent -> Optional.of(new Sent(recipient, kept(mail, rendered))))));
  }

  /** The brand of the shop; an e-mail does not fail without it. */
  private Future<ShopBrand> brand(ProviderCall call) {
    Instant end = clock.instant().plus(BRAND_TIMEOUT);
    Instant deadline = end.isBefore(call.deadline()) ? end : call.deadline();
    return node.findBrand(deadline).otherwise(ShopBrand.UNKNOWN);
  }

  /** Staff can read it, so an e-mail with a token is not kept. */
  private static JsonObject kept(Mail mail, Rendered rendered) {
    if (mail.hasToken()) {
      return new JsonObject().put("subject", rendered.subject());
    }
    return new JsonObject()
        .put("subject", rendered.subject())
        .put("html", rendered.html())
        .put("text", rendered.text());
  }

  @Override
  public Future<Sent> resend(
      ProviderCall call, String eventType, Sent original, @Nullable String to) {
    JsonObject data = original.data();
    if (!data.containsKey("html")) {
      return Future.failedFuture(
          RefusedException.notAllowed(
              "An e-mail with a one-time link cannot be sent again; request a new one"));
    }
    String recipient = to == null ? original.to() : to;
    Rendered rendered =
        new Rendered(data.getString("subject"), data.getString("html"), data.getString("text"));
    return brand(call)
        .compose(brand -> delivered(call, recipient, brand, rendered))
        .map(sent -> new Sent(recipient, data));
  }

  private Future<?> delivered(
      ProviderCall call, String recipient, ShopBrand brand, Rendered rendered) {
    Optional<String> to = MailAddress.ascii(recipient);
    if (to.isEmpty()) {
      return Future.failedFuture(RefusedException.invalid("No e-mail can be sent to " + recipient));
    }
    MailMessage message =
        new MailMessage()
            .setFrom(settings.sender().or(brand.name()).header())
            .setTo(to.get())
            .setSubject(rendered.subject())
            .setText(rendered.text())
            .setHtml(rendered.html())
            // Programs that answer for people who are away do not answer it (RFC 3834).
            .addHeader("Auto-Submitted", "auto-generated")
            .addHeader("Message-ID", "<" + call.idempotencyKey() + "@" + domain() + ">");
    if (settings.replyTo() != null) {
      message.addHeader("Reply-To", Sender.of(settings.replyTo()).header());
    }
    long left = Duration.between(clock.instant(), call.deadline()).toMillis();
    return server
        .client()
        .sendMail(message)
        .timeout(Math.max(left, 1), TimeUnit.MILLISECONDS)
        .onSuccess(sent -> failure.set(null))
        .recover(cause -> {
          if (isRefused(cause)) {
            failure.set(null);
            return Future.failedFuture(
                RefusedException.invalid("The mail server refuses " + recipient));
          }
          failure.set(cause);
          return Future.failedFuture(cause);
        });
  }

  /** A reply of the class 5 to the recipient or the message is final (RFC 5321, 4.2.1). */
  private static boolean isRefused(Throwable cause) {
    return cause instanceof SMTPException refusal && refusal.isPermanent();
  }

  private String domain() {
    String address = settings.sender().address();
    return address.substring(address.indexOf('@') + 1);
  }

  Future<Void> health() {
    Throwable last = failure.get();
    if (last == null) {
      return Future.succeededFuture();
    }
    return Future.failedFuture("Sending e-mails fails: " + last.getMessage());
  }
}
