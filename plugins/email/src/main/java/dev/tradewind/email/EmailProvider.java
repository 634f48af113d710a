package dev.tradewind.email;

import dev.tradewind.email.MailRenderer.Rendered;
import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.RefusedException;
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

  private final Vertx vertx;
  private final Clock clock;
  private final MailServer server;
  private final EmailSettings settings;
  private final MailRenderer renderer;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  EmailProvider(Vertx vertx, Clock clock, MailServer server, EmailSettings settings) {
    this.vertx = vertx;
    this.clock = clock;
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
    if (found.isEmpty() || recipient == null || !found.get().isDue(notification.resource())) {
      return Future.succeededFuture(Optional.empty());
    }
    Mail mail = found.get();
    return vertx
        .executeBlocking(() -> renderer.render(mail, notification), false)
        .compose(rendered ->
            delivered(call, recipient, rendered)
                .map(sent -> Optional.of(new Sent(recipient, kept(mail, rendered)))));
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
    return delivered(call, recipient, rendered).map(sent -> new Sent(recipient, data));
  }

  private Future<?> delivered(ProviderCall call, String recipient, Rendered rendered) {
    Optional<String> to = MailAddress.ascii(recipient);
    if (to.isEmpty()) {
      return Future.failedFuture(RefusedException.invalid("No e-mail can be sent to " + recipient));
    }
    MailMessage message =
        new MailMessage()
            .setFrom(settings.sender().header())
            .setTo(to.get())
            .setSubject(rendered.subject())
            .setText(rendered.text())
            .setHtml(rendered.html())
            .addHeader("Message-ID", "<" + call.idempotencyKey() + "@" + domain() + ">");
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
