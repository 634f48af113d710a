package dev.tradewind.spi.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.notification.Notification;
import dev.tradewind.spi.notification.NotificationProvider;
import dev.tradewind.spi.notification.NotificationProvider.Sent;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Contract of notification providers. */
public abstract class NotificationProviderContract extends ProviderContract {

  private static final String RECIPIENT = "ana@example.com";
  private static final String OTHER_RECIPIENT = "bo@example.com";

  /** Provider that is tested, of a plugin that has been started. */
  protected abstract NotificationProvider provider();

  /** Notification that the provider sends, and may send again, to this recipient. */
  protected abstract Notification notification(String recipient);

  /**
   * Messages to the recipient that the service has sent since the test began, by that by which the
   * recipient knows a message again, such as the {@code Message-ID} of an e-mail.
   */
  protected abstract Set<String> delivered(String recipient);

  /** Disturbs each request at the service, until it is restored. */
  protected abstract void disturb(ServiceFault fault);

  /** Ends the fault, if there is one. */
  protected abstract void restore();

  @AfterEach
  final void endFault() {
    restore();
  }

  @Test
  public final void theEventTypesAreNamed() {
    assertThat(provider().eventTypes())
        .contains(notification(RECIPIENT).eventType())
        .isEqualTo(provider().eventTypes());
  }

  @Test
  public final void aRepeatedNotificationIsSentOnce() {
    ProviderCall call = newCall();

    Sent sent = await(provider().send(call, notification(RECIPIENT))).orElseThrow();
    Optional<Sent> again = await(provider().send(call, notification(RECIPIENT)));

    assertThat(sent.to()).isEqualTo(RECIPIENT);
    assertStorable(sent.data());
    assertThat(again).contains(sent);
    assertThat(delivered(RECIPIENT)).hasSize(1);
  }

  @Test
  public final void callsAtOnceUnderOneKeySendOnce() {
    ProviderCall call = newCall();

    assertPossible(atOnce(() -> provider().send(call, notification(RECIPIENT))));

    assertThat(delivered(RECIPIENT)).hasSize(1);
  }

  @Test
  public final void aNotificationIsSentAgainToAnotherRecipient() {
    Sent sent = await(provider().send(newCall(), notification(RECIPIENT))).orElseThrow();
    String eventType = notification(RECIPIENT).eventType();
    ProviderCall call = newCall();

    Sent again = await(provider().resend(call, eventType, sent, OTHER_RECIPIENT));
    await(provider().resend(call, eventType, sent, OTHER_RECIPIENT));
    await(provider().resend(newCall(), eventType, sent, null));

    assertThat(again.to()).isEqualTo(OTHER_RECIPIENT);
    assertThat(delivered(OTHER_RECIPIENT)).hasSize(1);
    assertThat(delivered(RECIPIENT)).hasSize(2);
  }

  /** Events whose resource is gone, whose recipient is unknown, and whose language is any text. */
  @Test
  public final void nothingKnownIsNoFailure() {
    for (String eventType : provider().eventTypes()) {
      for (String recipient : new String[] {null, RECIPIENT}) {
        Outcome<Optional<Sent>> outcome =
            outcome(() ->
                provider()
                    .send(
                        newCall(),
                        new Notification(
                            eventType, new JsonObject(), recipient, "x-?", new JsonObject())));

        assertThat(outcome.isDone() || outcome.isRefused())
            .as("%s to %s: %s", eventType, recipient, outcome)
            .isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  public final void aNotificationWithUnknownOutcomeIsRepeated(ServiceFault fault) {
    String key = newKey();
    Duration time = fault == ServiceFault.ANSWER_DELAYED ? SHORT : FOR_RETRIES;
    disturb(fault);

    Outcome<Optional<Sent>> disturbed =
        inTime(time, () -> provider().send(call(key, time), notification(RECIPIENT)));
    restore();

    disturbed.assertNotRefused();
    if (fault == ServiceFault.REQUEST_LOST) {
      assertThat(disturbed.isDone()).as("success of a call that was lost").isFalse();
      assertThat(delivered(RECIPIENT)).isEmpty();
    }
    await(provider().send(call(key, ENOUGH), notification(RECIPIENT)));
    assertThat(delivered(RECIPIENT)).hasSize(1);
  }
}
