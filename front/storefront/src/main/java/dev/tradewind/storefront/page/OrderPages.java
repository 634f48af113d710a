package dev.tradewind.storefront.page;

import dev.tradewind.storefront.answer.Answer;
import dev.tradewind.storefront.answer.LineItem;
import dev.tradewind.storefront.answer.Order;
import dev.tradewind.storefront.answer.Product;
import dev.tradewind.storefront.answer.ReturnReason;
import dev.tradewind.storefront.answer.Swap;
import dev.tradewind.storefront.answer.Variant;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.render.Choice;
import dev.tradewind.storefront.render.SaleSummary;
import dev.tradewind.storefront.visit.RefusedException;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.visit.View;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Order: the confirmation after the purchase, later its state, and the request of a return or of a
 * swap.
 */
public final class OrderPages {

  private static final String SWAP = "swap";

  /** Begin of the names of fields, which end with the id of a line item. */
  private static final String QUANTITY = "quantity-";

  private static final String VARIANT = "variant-";

  /** Content of an order's page about the order itself. */
  private record Placed(
      String id, String email, String date, boolean canceled, String payment, String shipping) {}

  /**
   * Content of an order's page about what led to it.
   *
   * @param placed whether the purchase was just made
   * @param returned whether a return was just requested
   * @param swapped whether a swap was just confirmed
   * @param swapping whether the form of a swap was sent
   */
  private record Progress(boolean placed, boolean returned, boolean swapped, boolean swapping) {}

  /** Content of an order's page about returns. */
  private record Returns(boolean returnable, List<ReturnReason> reasons) {}

  /** Content of an order's page about swaps: those of the order, and those that are possible. */
  private record Swaps(List<SwapState> swaps, List<Exchange> exchanges) {}

  /**
   * Swap of the order.
   *
   * @param back units that come back
   * @param sent units that are sent for them
   * @param cart id of the cart of its checkout; empty once that is finished
   */
  private record SwapState(String state, List<String> back, List<String> sent, String cart) {}

  /**
   * Line item with the variants that it may be exchanged for.
   *
   * @param most units that may be exchanged
   * @param quantity as it was entered
   */
  private record Exchange(String id, String name, int most, int quantity, List<Choice> variants) {}

  public Future<View> show(Visit visit) {
    return read(visit)
        .compose(order -> {
          Future<List<ReturnReason>> reasons =
              visit.ask(StoreCall.of("storeListReturnReasons"), Answer.RETURN_REASONS);
          Future<List<Product.Exchangeable>> products = exchangeable(visit, order);
          return Future.all(reasons, products)
              .<View>map(read -> page(visit, order, reasons.result(), products.result()));
        })
        .recover(failure -> {
          if (failure instanceof RefusedException refusal && refusal.status() == 404) {
            return askForLogin(visit, refusal);
          }
          return Future.failedFuture(failure);
        });
  }

  /** Orders of accounts are hidden from others, as if they did not exist. */
  private static Future<View> askForLogin(Visit visit, RefusedException refusal) {
    return AccountPages.customer(visit)
        .compose(customer -> {
          if (customer == null) {
            return Future.succeededFuture(
                new View.Redirect("/account?back=" + StoreCall.encoded(path(visit))));
          }
          return Future.failedFuture(refusal);
        });
  }

  private static String path(Visit visit) {
    return "/orders/" + StoreCall.encoded(visit.pathParameter("id"));
  }

  private static Future<Order> read(Visit visit) {
    return visit.ask(StoreCall.of("storeGetOrder", visit.pathParameter("id")), Answer.ORDER);
  }

  private static View.Page page(
      Visit visit, Order order, List<ReturnReason> reasons, List<Product.Exchangeable> products) {
    Language text = visit.text();
    MultiMap query = visit.context().queryParams();
    return View.Page.personal(
        "order",
        text.of("order.title", String.valueOf(order.displayId())),
        new Placed(
            order.id(),
            order.email(),
            text.date(order.createdAt()),
            order.isCanceled(),
            text.status(order.paymentStatus()),
            text.status(order.fulfillmentStatus())),
        new Progress(
            query.contains("placed"),
            query.contains("returned"),
            query.contains("swapped"),
            visit.sent("action").equals(SWAP)),
        SaleSummary.of(order, text),
        new Returns(order.isReturnable(), reasons),
        new Swaps(swaps(order, text), exchanges(visit, order, products)));
  }

  // Swaps.

  /** Products of the order, against whose variants its line items may be exchanged. */
  private static Future<List<Product.Exchangeable>> exchangeable(Visit visit, Order order) {
    Set<String> products =
        order.items().stream()
            .map(LineItem::productId)
            .filter(id -> !id.isEmpty())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (!order.isExchangeable() || products.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    StoreCall call =
        StoreCall.of("storeListProducts")
            .where("region_id", order.regionId())
            .where("is_giftcard", "false");
    for (String product : products) {
      call = call.where("id[]", product);
    }
    return visit.ask(call.where("limit", products.size()), Answer.EXCHANGEABLE_PRODUCTS);
  }

  /** Line items with what they may be exchanged for: variants of the same product in stock. */
  private static List<Exchange> exchanges(
      Visit visit, Order order, List<Product.Exchangeable> products) {
    Map<String, Integer> units = units(visit, QUANTITY);
    return order.items().stream()
        .map(line ->
            new Exchange(
                line.id(),
                line.name(),
                line.quantity(),
                units.getOrDefault(line.id(), 0),
                variants(visit, order, line, products)))
        .filter(line -> !line.variants().isEmpty())
        .toList();
  }

  private static List<Choice> variants(
      Visit visit, Order order, LineItem line, List<Product.Exchangeable> products) {
    String chosen = visit.sent(VARIANT + line.id());
    List<Choice> variants = new ArrayList<>();
    for (Product.Exchangeable product : products) {
      for (Variant variant : product.variants()) {
        Long price = variant.price();
        if (product.id().equals(line.productId()) && variant.isInStock() && price != null) {
          String name = variant.title() + ", " + visit.text().money(price, order.currencyCode());
          variants.add(new Choice(variant.id(), name, variant.id().equals(chosen)));
        }
      }
    }
    return variants;
  }

  private static List<SwapState> swaps(Order order, Language text) {
    Map<String, String> names =
        order.items().stream().collect(Collectors.toMap(LineItem::id, LineItem::name));
    return order.swaps().stream()
        .map(swap ->
            new SwapState(
                state(swap, text),
                swap.returned().stream()
                    .map(
                        item -> units(item.quantity(), names.getOrDefault(item.itemId(), ""), text))
                    .toList(),
                swap.additionalItems().stream()
                    .map(line -> units(line.quantity(), line.name(), text))
                    .toList(),
                swap.isOpen() ? Objects.requireNonNull(swap.cartId()) : ""))
        .toList();
  }

  private static String units(int quantity, String name, Language text) {
    return text.of("swap.units", quantity, name);
  }

  private static String state(Swap swap, Language text) {
    if (swap.canceledAt() != null) {
      return text.of("swap.canceled");
    }
    if (swap.confirmedAt() == null) {
      return text.of("swap.open");
    }
    return text.of(
        "order.state", text.status(swap.paymentStatus()), text.status(swap.fulfillmentStatus()));
  }

  /** Requests the return or the swap of the chosen units, or opens the checkout of a swap. */
  public Future<View> change(Visit visit) {
    Future<View> requested =
        switch (visit.sent("action")) {
          case SWAP -> requestSwap(visit);
          case "continue" -> continueSwap(visit);
          default -> requestReturn(visit);
        };
    return requested.recover(
        RefusedException.shownBy(refusal ->
            show(visit)
                .map(view -> view instanceof View.Page page ? page.refusing(refusal) : view)));
  }

  private static Future<View> requestReturn(Visit visit) {
    String id = visit.pathParameter("id");
    JsonArray items = new JsonArray();
    units(visit, "return-").forEach((line, quantity) -> items.add(returned(visit, line, quantity)));
    if (items.isEmpty()) {
      return Future.failedFuture(new RefusedException(400, visit.text().of("return.nothing")));
    }
    return visit
        .call(
            StoreCall.of("storeCreateReturn")
                .sending(new JsonObject().put("order_id", id).put("items", items)))
        .map(done -> new View.Redirect(path(visit) + "?returned"));
  }

  /** As many of the new variant are sent as come back; the checkout of the swap follows. */
  private static Future<View> requestSwap(Visit visit) {
    Map<String, Integer> units = units(visit, QUANTITY);
    Map<String, String> variants = variants(visit);
    if (units.isEmpty() || !units.keySet().equals(variants.keySet())) {
      return Future.failedFuture(new RefusedException(400, visit.text().of("swap.nothing")));
    }
    JsonArray back = new JsonArray();
    Map<String, Integer> sent = new LinkedHashMap<>();
    units.forEach((line, quantity) -> {
      back.add(returned(visit, line, quantity));
      sent.merge(Objects.requireNonNull(variants.get(line)), quantity, Integer::sum);
    });
    JsonArray additional = new JsonArray();
    sent.forEach((variant, quantity) ->
        additional.add(new JsonObject().put("variant_id", variant).put("quantity", quantity)));
    return visit
        .ask(
            StoreCall.of("storeCreateSwap")
                .sending(
                    new JsonObject()
                        .put("order_id", visit.pathParameter("id"))
                        .put("return_items", back)
                        .put("additional_items", additional)),
            Answer.SWAP)
        .map(swap -> checkout(visit, swap.cartId()));
  }

  private static Future<View> continueSwap(Visit visit) {
    return read(visit)
        .map(order ->
            order.swaps().stream()
                .map(Swap::cartId)
                .filter(visit.sent(SWAP)::equals)
                .findFirst()
                .map(cart -> checkout(visit, cart))
                .orElseThrow(() -> new RefusedException(404, visit.text().of("problem.404"))));
  }

  private static View checkout(Visit visit, String cartId) {
    visit.rememberSwap(cartId);
    return new View.Redirect(CheckoutPages.path(cartId, CheckoutPages.SHIPPING));
  }

  /** Chosen variants by the line item that their fields name. */
  private static Map<String, String> variants(Visit visit) {
    Map<String, String> variants = new LinkedHashMap<>();
    visit
        .form()
        .forEach(entry -> {
          if (entry.getKey().startsWith(VARIANT) && !entry.getValue().isEmpty()) {
            variants.put(entry.getKey().substring(VARIANT.length()), entry.getValue());
          }
        });
    return variants;
  }

  /** Numbers above zero by the line item that their fields name. */
  private static Map<String, Integer> units(Visit visit, String prefix) {
    Map<String, Integer> units = new LinkedHashMap<>();
    visit
        .form()
        .forEach(entry -> {
          if (entry.getKey().startsWith(prefix) && entry.getValue().matches("[1-9]\\d{0,3}")) {
            units.put(
                entry.getKey().substring(prefix.length()), Integer.parseInt(entry.getValue()));
          }
        });
    return units;
  }

  private static JsonObject returned(Visit visit, String line, int quantity) {
    JsonObject item = new JsonObject().put("item_id", line).put("quantity", quantity);
    String reason = visit.sent("reason");
    return reason.isEmpty() ? item : item.put("reason_id", reason);
  }
}
