package com.example.harbourpay;

import dev.tradewind.spi.payment.PaymentNotice;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.testing.Money;
import dev.tradewind.spi.testing.PaymentNoticeContract;
import dev.tradewind.spi.testing.ServiceFault;
import dev.tradewind.spi.testing.TestNode;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract of payment providers whose service sends notices, with a test double of the service. */
class HarbourPayProviderTest extends PaymentNoticeContract {

  private static Vertx vertx;
  private static HarbourPayServer server;
  private static TestNode node;

  @BeforeAll
  static void start() {
    vertx = Vertx.vertx();
    server = await(HarbourPayServer.start(vertx, 0));
    node =
        TestNode.start(
            new HarbourPayPlugin(),
            Map.of(
                HarbourPayPlugin.URL, server.url(),
                HarbourPayPlugin.API_KEY, HarbourPayServer.API_KEY));
  }

  @AfterAll
  static void stop() {
    node.close();
    await(vertx.close());
  }

  @Override
  protected PaymentProvider provider() {
    return node.provider(PaymentProvider.class, "harbourpay");
  }

  @Override
  protected JsonObject pay(JsonObject session) {
    return session.copy().put("token", "tok_card");
  }

  @Override
  protected JsonObject decline(JsonObject session) {
    return session.copy().put("token", "tok_declined");
  }

  @Override
  protected Money money(JsonObject data) {
    return server.money(data.getString("id"));
  }

  @Override
  protected Supplier<List<PaymentNotice>> notice(JsonObject data) {
    JsonObject notice = server.notice(data.getString("id"));
    return () -> {
      int known = node.notices().size();
      node.request(
          "POST",
          "/harbourpay/notices",
          Map.of("Authorization", "Bearer " + HarbourPayServer.API_KEY),
          notice.toBuffer());
      return node.notices().subList(known, node.notices().size());
    };
  }

  @Override
  protected void disturb(ServiceFault fault) {
    server.disturb(fault);
  }

  @Override
  protected void restore() {
    server.restore();
  }
}
