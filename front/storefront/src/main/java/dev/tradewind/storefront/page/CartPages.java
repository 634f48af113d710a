package dev.tradewind.storefront.page;

import dev.tradewind.storefront.answer.Answer;
import dev.tradewind.storefront.answer.Cart;
import dev.tradewind.storefront.answer.Variant;
import dev.tradewind.storefront.render.PriceReasons;
import dev.tradewind.storefront.render.ProductView;
import dev.tradewind.storefront.render.SaleSummary;
import dev.tradewind.storefront.visit.RefusedException;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.visit.View;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cart: its page, its drawer beside other pages, and the forms that change it. A form is answered
 * with a redirection to the cart, so that a reload sends nothing again; a refusal shows the page
 * with its reason.
 */
public final class CartPages {

  private static final String DRAWER = "drawer";
  private static final int MAX_QUANTITY = 9999;

  public Future<View> show(Visit visit) {
    return Future.succeededFuture(page(visit, null));
  }

  /**
   * Content of the cart, also of an empty one.
   *
   * @param added title of the product that was just put into the cart; absent without one
   * @param code as it was entered
   */
  private record Content(boolean isEmpty, @Nullable String added, String code) {}

  /** Content of the page that explains the totals, beside the reasons and the sums. */
  record Explained(String back) {}

  /** Why the cart costs what it costs. */
  public Future<View> explain(Visit visit) {
    Cart cart = visit.cart();
    if (cart == null || cart.isEmpty()) {
      return Future.succeededFuture(new View.Redirect("/cart"));
    }
    return visit
        .ask(StoreCall.of("storeExplainCartTotals", cart.id()), Answer.CALCULATION)
        .map(explanation ->
            View.Page.personal(
                "why",
                visit.text().of("why.title"),
                new Explained("/cart"),
                PriceReasons.of(explanation, cart, visit.text()),
                SaleSummary.unfinished(cart, visit.text())));
  }

  /** Codes that the cart has. */
  private record Codes(List<String> discounts, List<String> giftCards) {}

  private static View.Page page(Visit visit, @Nullable String added) {
    String template = isDrawer(visit) ? DRAWER : "cart";
    String title = visit.text().of("cart.title");
    Cart cart = visit.cart();
    boolean isEmpty = cart == null || cart.isEmpty();
    Content content = new Content(isEmpty, added, visit.sent("code"));
    if (cart == null || isEmpty) {
      return View.Page.personal(template, title, content);
    }
    return View.Page.personal(
        template,
        title,
        content,
        SaleSummary.unfinished(cart, visit.text()),
        new Codes(cart.discountCodes(), cart.giftCardCodes()));
  }

  private static boolean isDrawer(Visit visit) {
    return visit.asked("part").equals(DRAWER) || visit.sent("part").equals(DRAWER);
  }

  public Future<View> change(Visit visit) {
    return Future.<Void>succeededFuture()
        .compose(started -> perform(visit))
        .recover(
            RefusedException.shownBy(
                refusal -> Future.succeededFuture(page(visit, null).refusing(refusal))));
  }

  private static Future<View> perform(Visit visit) {
    String action = visit.sent("action");
    if (action.equals("add")) {
      return add(visit);
    }
    if (visit.cart() == null) {
      throw new RefusedException(400, visit.text().of("cart.empty"));
    }
    return switch (action) {
      case "quantity" -> changed(visit, quantity(visit));
      case "remove" ->
          changed(
              visit,
              StoreCall.of("storeDeleteLineItem", visit.cartId())
                  .with("line_id", visit.sent("line")));
      case "code" -> enterCode(visit);
      case "remove-code" ->
          changed(
              visit,
              StoreCall.of("storeRemoveDiscount", visit.cartId()).with("code", visit.sent("code")));
      case "remove-gift-card" -> removeGiftCard(visit);
      default -> throw new RefusedException(400, visit.text().of("problem.400"));
    };
  }

  private static Future<View> changed(Visit visit, StoreCall call) {
    return visit
        .changeCart(call)
        .map(cart -> isDrawer(visit) ? page(visit, null) : new View.Redirect("/cart"));
  }

  private static StoreCall quantity(Visit visit) {
    return StoreCall.of("storeUpdateLineItem", visit.cartId())
        .with("line_id", visit.sent("line"))
        .sending(new JsonObject().put("quantity", number(visit)));
  }

  private static int number(Visit visit) {
    String quantity = visit.sent("quantity");
    if (!quantity.matches("\\d{1,4}")) {
      throw new RefusedException(400, visit.text().of("cart.quantity.invalid", MAX_QUANTITY));
    }
    return Integer.parseInt(quantity);
  }

  /** Adds the variant of the chosen options; the first time a cart is opened for it. */
  private static Future<View> add(Visit visit) {
    return CatalogPages.find(visit, visit.sent("handle"))
        .compose(product ->
            Future.<Void>succeededFuture()
                .compose(started -> put(visit, item(visit, product)))
                .<View>map(cart ->
                    isDrawer(visit)
                        ? page(visit, product.product().title())
                        : new View.Redirect("/cart"))
                .recover(failure -> {
                  if (failure instanceof RefusedException refusal && !isDrawer(visit)) {
                    return Future.succeededFuture(
                        CatalogPages.page(visit, product, null).refusing(refusal));
                  }
                  return Future.failedFuture(failure);
                }));
  }

  private static JsonObject item(Visit visit, ProductView product) {
    Variant variant =
        product
            .variant(CatalogPages.chosenOptions(visit))
            .orElseThrow(() -> new RefusedException(400, visit.text().of("product.not-sold")));
    if (variant.price() == null) {
      throw new RefusedException(400, visit.text().of("price.none"));
    }
    return new JsonObject()
        .put("variant_id", variant.id())
        .put("quantity", Math.max(number(visit), 1));
  }

  private static Future<Cart> put(Visit visit, JsonObject item) {
    if (visit.cart() != null) {
      return visit
          .moveCart(visit.presentRegion())
          .compose(moved ->
              visit.changeCart(StoreCall.of("storeAddLineItem", visit.cartId()).sending(item)));
    }
    JsonObject opened =
        new JsonObject()
            .put("region_id", visit.presentRegion().id())
            .put("items", new JsonArray().add(item))
            .put("context", visit.text().context());
    return visit
        .ask(StoreCall.of("storeCreateCart").sending(opened), Answer.CART)
        .map(cart -> {
          visit.rememberCart(cart);
          return cart;
        });
  }

  /** A code is one of a discount, else one of a gift card. */
  private static Future<View> enterCode(Visit visit) {
    String code = visit.sent("code");
    Cart cart = visit.cart();
    if (cart == null || code.isEmpty()) {
      throw new RefusedException(400, visit.text().of("cart.code.missing"));
    }
    // Beside free shipping only the first discount applies.
    return changed(visit, codes("discounts", code, cart.discountCodes(), visit))
        .recover(failure -> {
          if (failure instanceof RefusedException refused && refused.status() == 404) {
            return changed(visit, codes("gift_cards", code, cart.giftCardCodes(), visit))
                .recover(second ->
                    Future.failedFuture(
                        second instanceof RefusedException other && other.status() == 404
                            ? new RefusedException(404, visit.text().of("cart.code.unknown", code))
                            : second));
          }
          return Future.failedFuture(failure);
        });
  }

  private static StoreCall codes(String kind, String added, List<String> current, Visit visit) {
    JsonArray codes = new JsonArray();
    if (!added.isEmpty()) {
      codes.add(new JsonObject().put("code", added));
    }
    current.forEach(code -> codes.add(new JsonObject().put("code", code)));
    return StoreCall.of("storeUpdateCart", visit.cartId())
        .sending(new JsonObject().put(kind, codes));
  }

  private static Future<View> removeGiftCard(Visit visit) {
    Cart cart = visit.cart();
    List<String> rest =
        cart == null
            ? List.of()
            : cart.giftCardCodes().stream()
                .filter(code -> !code.equals(visit.sent("code")))
                .toList();
    return changed(visit, codes("gift_cards", "", rest, visit));
  }
}
