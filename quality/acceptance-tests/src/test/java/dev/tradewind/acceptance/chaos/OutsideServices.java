package dev.tradewind.acceptance.chaos;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.robothy.s3.rest.LocalS3;
import com.robothy.s3.rest.bootstrap.LocalS3Mode;
import dev.tradewind.acceptance.payment.StripeAccount;
import dev.tradewind.testing.FreePorts;
import io.vertx.core.json.JsonObject;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Services of others that the shop uses: Stripe, a mail server and an S3 store, each behind a link.
 * Shoppers' browsers reach Stripe, and Stripe the shop, without the link.
 */
public final class OutsideServices implements AutoCloseable {

  /** Long for a person, and shorter than the deadline of a call. */
  private static final Duration SLOW = Duration.ofMillis(1_500);

  private static final List<String> BUCKETS = List.of("public", "private");

  private final StripeAccount stripe = new StripeAccount();
  private final GreenMail mail = new GreenMail(ServerSetup.SMTP.dynamicPort());
  private final int storagePort = FreePorts.find();
  private final LocalS3 storage =
      LocalS3.builder().port(storagePort).mode(LocalS3Mode.IN_MEMORY).build();
  private final ServiceLink stripeLink;
  private final ServiceLink mailLink;
  private final ServiceLink storageLink;

  public OutsideServices() {
    mail.start();
    storage.start();
    BUCKETS.forEach(this::createBucket);
    stripeLink = ServiceLink.to(URI.create(stripe.url()).getPort());
    mailLink = ServiceLink.to(mail.getSmtp().getPort());
    storageLink = ServiceLink.to(storagePort);
  }

  private void createBucket(String name) {
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + storagePort + "/" + name))
              .PUT(BodyPublishers.noBody())
              .build();
      int status = http.send(request, BodyHandlers.discarding()).statusCode();
      if (status != 200) {
        throw new AssertionError("The bucket " + name + " was answered with " + status);
      }
    } catch (IOException failure) {
      throw new AssertionError(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  /** Settings of a node that uses the services. */
  public Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>(stripe.settings());
    settings.put("TRADEWIND_STRIPE_API_URL", "http://127.0.0.1:" + stripeLink.port());
    settings.put("TRADEWIND_SMTP_URL", "smtp://127.0.0.1:" + mailLink.port());
    settings.put("TRADEWIND_MAIL_FROM", "shop@example.com");
    settings.put("TRADEWIND_S3_ENDPOINT", "http://127.0.0.1:" + storageLink.port());
    settings.put("TRADEWIND_S3_PATH_STYLE", "true");
    settings.put("TRADEWIND_S3_BUCKET", BUCKETS.get(0));
    settings.put("TRADEWIND_S3_PRIVATE_BUCKET", BUCKETS.get(1));
    settings.put("TRADEWIND_S3_ACCESS_KEY", "access");
    settings.put("TRADEWIND_S3_SECRET_KEY", "secret");
    return settings;
  }

  public void slow() {
    links().forEach(link -> link.slow(SLOW));
  }

  public void cut() {
    links().forEach(ServiceLink::cut);
  }

  public void heal() {
    links().forEach(ServiceLink::heal);
  }

  private Stream<ServiceLink> links() {
    return Stream.of(stripeLink, mailLink, storageLink);
  }

  public ServiceLink stripeLink() {
    return stripeLink;
  }

  public ServiceLink mailLink() {
    return mailLink;
  }

  public ServiceLink storageLink() {
    return storageLink;
  }

  /** Sends the webhooks of Stripe to a node. */
  public void subscribe(ChaosNode node) {
    stripe.subscribe(node.url());
  }

  /** Pays in the shopper's browser. */
  public void pay(JsonObject session) {
    stripe.confirm(session, "pm_card_visa");
  }

  /** Lets Stripe repeat what it could not deliver. */
  public void deliverLateWebhooks() {
    stripe.advance(Duration.ofHours(4));
  }

  /** Money that Stripe holds for the shop, or has given it, by payment. */
  public Map<String, Long> money() {
    return stripe.money();
  }

  /** Payments that the shop has captured at Stripe. */
  public Set<String> captured() {
    return stripe.captured();
  }

  /** Numbers of the notifications that came as e-mails; one may have come several times. */
  public Set<String> mails() {
    return Stream.of(mail.getReceivedMessages())
        .map(OutsideServices::number)
        .collect(Collectors.toSet());
  }

  private static String number(MimeMessage message) {
    try {
      return message.getMessageID().replaceAll("^<|@.*$", "");
    } catch (MessagingException failure) {
      throw new AssertionError(failure);
    }
  }

  @Override
  public void close() {
    links().forEach(ServiceLink::close);
    storage.shutdown();
    mail.stop();
    stripe.close();
  }
}
