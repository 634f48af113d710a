package dev.tradewind.acceptance.aftersale;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.testing.TestKafka;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Shop of its own whose orders have swaps. */
final class SwapShop implements BeforeAllCallback, AfterAllCallback {

  static final String DEARER = "swap-dearer";

  Shop shop;
  StaffClient staff;

  @Override
  public void beforeAll(ExtensionContext context) {
    // Its regions are in the way of tests that take the first one of a currency.
    shop = Shop.publishingTo(TestKafka.bootstrapServers());
    staff = new StaffClient(shop);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    shop.close();
  }

  SwapFixture fixtureOf(String name) {
    return SwapFixture.of(name, shop, staff);
  }

  static List<Answer> atOnce(int times, Supplier<CompletableFuture<Answer>> sent) {
    List<CompletableFuture<Answer>> answers =
        IntStream.range(0, times).mapToObj(number -> sent.get()).toList();
    return answers.stream().map(CompletableFuture::join).toList();
  }
}
