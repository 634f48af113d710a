package dev.tradewind.storefront.page;

import dev.tradewind.spi.OrderTimeline;
import dev.tradewind.spi.Parcel;
import dev.tradewind.storefront.answer.Address;
import dev.tradewind.storefront.answer.Answer;
import dev.tradewind.storefront.answer.Claim;
import dev.tradewind.storefront.answer.Customer;
import dev.tradewind.storefront.answer.LineItem;
import dev.tradewind.storefront.answer.Order;
import dev.tradewind.storefront.answer.Product;
import dev.tradewind.storefront.answer.Return;
import dev.tradewind.storefront.answer.Swap;
import dev.tradewind.storefront.answer.Variant;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.render.Choice;
import dev.tradewind.storefront.render.PriceReasons;
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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Order: the confirmation after the purchase, later its state, and the request of a return or of a
 * swap.
 */
public final class OrderPages {

  private static final String SWAP = "swap";

  /** Begin of the names of fields, which end with the id of a line item. */
  private static final String QUANTITY = "quantity-";

  private static final String VARIANT = "variant-";

  /**
   * Content of an order's page about the order itself.
   *
   * @param paidWith payment methods with their instructions
   * @param digest of the order as the page shows it, by which a script asks for a newer one
   */
  private record Placed(
      String id,
      String email,
      boolean canceled,
      String payment,
      String shipping,
      List<Method> paidWith,
      String digest) {}

  /** Payment method of the order; its instructions may be empty. */
  private record Method(String name, String instructions) {}

  /**
   * Content of an order's page about the account that a guest may open.
   *
   * @param guest whether the order is a guest's
   */
  private record Invited(boolean guest, String firstName, String lastName) {

    static Invited of(Order order, @Nullable Customer customer) {
      Address address = order.shippingAddress();
      Map<String, String> name = (address == null ? Address.EMPTY : address).fields();
      return new Invited(
          customer == null,
          name.getOrDefault("first_name", ""),
          name.getOrDefault("last_name", ""));
    }
  }

  /** Content of an order's page about what happened to it. */
  private record Timeline(List<Step> timeline) {}

  /**
   * Step of the timeline.
   *
   * @param key of its kind, for style sheets
   * @param amount empty where the step moves no money
   */
  private record Step(
      String key,
      String name,
      String date,
      String time,
      List<String> pieces,
      List<Parcel> parcels,
      String amount) {}

  /**
   * Content of an order's page about what led to it.
   *
   * @param placed whether the purchase was just made
   * @param returned whether a return was just requested
   * @param swapped whether a swap was just confirmed
   * @param swapping whether the form of a swap was sent
   */
  private record Progress(boolean placed, boolean returned, boolean swapped, boolean swapping) {}

  /** Content of an order's page about returns: those under way, and what may be sent back. */
  private record Returns(
      List<ReturnState> returns, List<Order.Returnable> returnable, List<Return.Reason> reasons) {}

  /**
   * Return that is under way.
   *
   * @param refund empty without one
   */
  private record ReturnState(String state, List<String> pieces, String refund) {}

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
        .compose(placed -> {
          if (placed.digest().equals(visit.asked("shown"))) {
            return Future.succeededFuture(new View.Unchanged());
          }
          Order order = placed.order();
          Future<List<Return.Reason>> reasons =
              visit.ask(StoreCall.of("storeListReturnReasons"), Answer.RETURN_REASONS);
          Future<List<Product.Exchangeable>> products = exchangeable(visit, order);
          Future<@Nullable Customer> customer =
              visit.context().queryParams().contains("placed")
                  ? AccountPages.customer(visit)
                  : Future.succeededFuture();
          return Future.all(reasons, products, customer)
              .<View>map(read ->
                  page(
                      visit,
                      placed,
                      reasons.result(),
                      products.result(),
                      Invited.of(order, customer.result())));
        })
        .recover(failure -> askForLogin(visit, failure));
  }

  private static List<Method> paidWith(Order order, Language text) {
    return order.payments().stream()
        .map(Order.Payment::providerId)
        .distinct()
        .flatMap(id ->
            text.payment(id).map(name -> new Method(name, text.paymentInstructions(id))).stream())
        .toList();
  }

  /** Why the order costs what it costs. */
  public Future<View> explain(Visit visit) {
    String id = visit.pathParameter("id");
    return read(visit)
        .compose(placed ->
            visit
                .ask(StoreCall.of("storeExplainOrderTotals", id), Answer.CALCULATION)
                .<View>map(explanation ->
                    View.Page.personal(
                        "why",
                        visit.text().of("why.title"),
                        new CartPages.Explained("/orders/" + id),
                        PriceReasons.of(explanation, placed.order(), visit.text()),
                        SaleSummary.of(placed.order(), visit.text()))))
        .recover(failure -> askForLogin(visit, failure));
  }

  /** Orders of accounts are hidden from others, as if they did not exist. */
  private static Future<View> askForLogin(Visit visit, Throwable failure) {
    if (!(failure instanceof RefusedException refusal) || refusal.status() != 404) {
      return Future.failedFuture(failure);
    }
    return AccountPages.customer(visit)
        .compose(customer ->
            customer == null
                ? Future.succeededFuture(
                    new View.Redirect("/account?back=" + StoreCall.encoded(path(visit))))
                : Future.failedFuture(refusal));
  }

  private static String path(Visit visit) {
    return "/orders/" + StoreCall.encoded(visit.pathParameter("id"));
  }

  private static Future<Answer.Placed> read(Visit visit) {
    return visit.ask(StoreCall.of("storeGetOrder", visit.pathParameter("id")), Answer.ORDER);
  }

  private static View.Page page(
      Visit visit,
      Answer.Placed placed,
      List<Return.Reason> reasons,
      List<Product.Exchangeable> products,
      Invited invited) {
    Order order = placed.order();
    Language text = visit.text();
    MultiMap query = visit.context().queryParams();
    return View.Page.personal(
        "order",
        text.of("order.title", String.valueOf(order.displayId())),
        new Placed(
            order.id(),
            order.email(),
            order.isCanceled(),
            text.status("payment", order.paymentStatus(), order.paymentVariant()),
            text.status("fulfillment", order.fulfillmentStatus(), ""),
            paidWith(order, text),
            placed.digest()),
        new Timeline(
            placed.timeline().stream()
                .map(step -> step(step, order.currencyCode(), text))
                .toList()),
        new Progress(
            query.contains("placed"),
            query.contains("returned"),
            query.contains("swapped"),
            visit.sent("action").equals(SWAP)),
        SaleSummary.of(order, text),
        invited,
        new Returns(returns(order, text), order.returnable(), reasons),
        new Swaps(swaps(order, text), exchanges(visit, order, products)));
  }

  private static Step step(OrderTimeline.Step step, String currency, Language text) {
    Long amount = step.amount();
    return new Step(
        step.kind().key(),
        text.of("timeline." + step.kind().key()),
        text.date(step.at()),
        step.at().toString(),
        step.pieces().stream().map(piece -> units(piece.quantity(), piece.name(), text)).toList(),
        step.parcels(),
        amount == null ? "" : text.money(amount, currency));
  }

  private static List<ReturnState> returns(Order order, Language text) {
    Map<String, String> names = names(order);
    return order.returns().stream()
        .filter(Return::isOpen)
        .map(open ->
            new ReturnState(
                text.status("return", open.status(), ""),
                pieces(open.items(), names, text),
                open.refundAmount() == 0
                    ? ""
                    : text.money(open.refundAmount(), order.currencyCode())))
        .toList();
  }

  private static Map<String, String> names(Order order) {
    Map<String, String> names = new HashMap<>();
    order.items().forEach(line -> names.put(line.id(), line.name()));
    Stream.concat(
            order.swaps().stream().map(Swap::additionalItems),
            order.claims().stream().map(Claim::additionalItems))
        .flatMap(List::stream)
        .forEach(line -> names.put(line.id(), line.name()));
    return names;
  }

  private static List<String> pieces(
      List<Return.Item> items, Map<String, String> names, Language text) {
    return items.stream()
        .map(item -> units(item.quantity(), names.getOrDefault(item.itemId(), ""), text))
        .toList();
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
    Map<String, Integer> most =
        order.returnable().stream()
            .collect(Collectors.toMap(Order.Returnable::id, Order.Returnable::most));
    return order.items().stream()
        .filter(line -> most.containsKey(line.id()))
        .map(line ->
            new Exchange(
                line.id(),
                line.name(),
                most.getOrDefault(line.id(), 0),
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
    Map<String, String> names = names(order);
    return order.swaps().stream()
        .map(swap ->
            new SwapState(
                state(swap, text),
                pieces(swap.returned(), names, text),
                swap.additionalItems().stream()
                    .map(line -> units(line.quantity(), line.name(), text))
                    .toList(),
                swap.isOpen() ? Objects.requireNonNull(swap.cartId()) : ""))
        .toList();
  }

  private static String units(long quantity, String name, Language text) {
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
        "order.state",
        text.status("payment", swap.paymentStatus(), swap.paymentVariant()),
        text.status("fulfillment", swap.fulfillmentStatus(), ""));
  }

  /**
   * Requests the return or the swap of the chosen units, opens the checkout of a swap, or adds the
   * order to a new account.
   */
  public Future<View> change(Visit visit) {
    Future<View> requested =
        switch (visit.sent("action")) {
          case SWAP -> requestSwap(visit);
          case "continue" -> continueSwap(visit);
          case "register" -> claim(visit);
          default -> requestReturn(visit);
        };
    return requested.recover(
        RefusedException.shownBy(refusal ->
            show(visit)
                .map(view -> view instanceof View.Page page ? page.refusing(refusal) : view)));
  }

  /** Adds the order to the account that was just opened from its page; it stays a guest's else. */
  private static Future<View> claim(Visit visit) {
    View page = new View.Redirect(path(visit));
    return visit
        .call(StoreCall.of("storeClaimPlacedOrder", visit.pathParameter("id")))
        .map(page)
        .recover(RefusedException.shownBy(refusal -> Future.succeededFuture(page)));
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
        .map(placed ->
            placed.order().swaps().stream()
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
