package dev.tradewind.email;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.tradewind.spi.notification.Notification;
import dev.tradewind.spi.notification.NotificationProvider;
import dev.tradewind.spi.testing.NotificationProviderContract;
import dev.tradewind.spi.testing.ServiceFault;
import dev.tradewind.spi.testing.TestNode;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class EmailContractIT extends NotificationProviderContract {

  private final Vertx vertx = Vertx.vertx();
  private final GreenMail server = new GreenMail(ServerSetup.SMTP.dynamicPort());
  private FaultyMailLink link;
  private TestNode node;

  @BeforeEach
  void start() {
    server.start();
    link = new FaultyMailLink(vertx, server.getSmtp().getPort());
    node =
        TestNode.start(
            new EmailPlugin(),
            Map.of(
                EmailSettings.SMTP_URL,
                "smtp://127.0.0.1:" + link.port(),
                EmailSettings.FROM,
                "The Harbour <shop@example.com>"));
  }

  @AfterEach
  void stop() {
    node.close();
    link.close();
    server.stop();
    await(vertx.close());
  }

  @Override
  protected NotificationProvider provider() {
    return node.provider(NotificationProvider.class, EmailProvider.ID);
  }

  @Override
  protected Notification notification(String recipient) {
    return new Notification(
        "gift_card.created",
        new JsonObject(),
        recipient,
        null,
        new JsonObject()
            .put("code", "ABCD-EFGH")
            .put("value", 2_500)
            .put("region", new JsonObject().put("currency_code", "eur")));
  }

  @Override
  protected Set<String> delivered(String recipient) {
    Set<String> ids = new HashSet<>();
    try {
      for (MimeMessage message : server.getReceivedMessages()) {
        if (message.getRecipients(Message.RecipientType.TO)[0].toString().equals(recipient)) {
          ids.add(message.getMessageID());
        }
      }
      return ids;
    } catch (MessagingException failure) {
      throw new AssertionError(failure);
    }
  }

  @Override
  protected void disturb(ServiceFault fault) {
    link.disturb(fault);
  }

  @Override
  protected void restore() {
    link.restore();
  }
}
