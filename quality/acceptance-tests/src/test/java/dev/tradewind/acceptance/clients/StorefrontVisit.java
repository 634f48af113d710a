package dev.tradewind.acceptance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.clients.FormBrowser.Page;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Shopper with a browser without scripts at the pages of a storefront. */
final class StorefrontVisit implements BeforeAllCallback, BeforeEachCallback {

  Shop shop;
  FormBrowser browser;

  @Override
  public void beforeAll(ExtensionContext context) {
    shop = Shop.shared();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    browser = new FormBrowser(shop.storefront().url());
    String europe = shop.storefront().region("eur").getString("id");
    assertThat(browser.submit("/region", "region", europe, "back", "/cart").path())
        .isEqualTo("/cart");
  }

  Page putIntoCart(int quantity) {
    return putIntoCart("wool-beanie", "Rust", quantity);
  }

  Page putIntoCart(String handle, String value, int quantity) {
    Page product = browser.get("/products/" + handle);
    String option = product.find("name=\"(option-[^\"]+)\"");
    return browser.submit(
        "/cart",
        "action",
        "add",
        "handle",
        handle,
        option,
        value,
        "quantity",
        Integer.toString(quantity));
  }
}
