package dev.tradewind.storefront.page;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.render.ProductView;
import dev.tradewind.storefront.render.SaleView;
import dev.tradewind.storefront.visit.RefusedException;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.visit.View;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
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

  private static final Set<String> DELIVERED =
      Set.of("shipped", "partially_shipped", "partially_returned", "fulfilled");

  public Future<View> show(Visit visit) {
    return read(visit)
        .compose(order -> {
          Future<List<JsonObject>> reasons =
              visit.list(StoreCall.of("storeListReturnReasons"), "return_reasons");
          Future<List<JsonObject>> products = exchangeable(visit, order);
          return Future.all(reasons, products)
              .<View>map(read ->
                  page(visit, order, reasons.result())
                      .with("swaps", swaps(order, visit.text()))
                      .with("exchanges", exchanges(visit, order, products.result())));
        })
        .recover(failure ->
            failure instanceof RefusedException refusal && refusal.status() == 404
                ? askForLogin(visit, refusal)
                : Future.failedFuture(failure));
  }

  /** Orders of accounts are hidden from others, as if they did not exist. */
  private static Future<View> askForLogin(Visit visit, RefusedException refusal) {
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

  private static Future<JsonObject> read(Visit visit) {
    return visit
        .call(StoreCall.of("storeGetOrder", visit.pathParameter("id")))
        .map(answer -> answer.getJsonObject("order"));
  }

  private static View.Page page(Visit visit, JsonObject order, List<JsonObject> reasons) {
    Language text = visit.text();
    SaleView sale = SaleView.ofOrder(order, text);
    return View.Page.personal(
            "order", text.of("order.title", String.valueOf(order.getValue("display_id"))))
        .with("id", order.getString("id"))
        .with("placed", visit.context().queryParams().contains("placed"))
        .with("returned", visit.context().queryParams().contains("returned"))
        .with("swapped", visit.context().queryParams().contains("swapped"))
        .with("swapping", visit.sent("action").equals(SWAP))
        .with("email", order.getString("email"))
        .with("date", text.date(order.getString("created_at")))
        .with("canceled", "canceled".equals(order.getString("status")))
        .with("payment", text.status(order.getString("payment_status")))
        .with("shipping", text.status(order.getString("fulfillment_status")))
        .with("lines", sale.lines())
        .with("totals", sale.totals())
        .with("addressLines", sale.address())
        .with("shippingNames", sale.shipping())
        .with("returnable", isReturnable(order))
        .with(
            "reasons",
            reasons.stream()
                .map(one -> Map.of("id", one.getString("id"), "label", one.getString("label")))
                .toList());
  }

  private static boolean isReturnable(JsonObject order) {
    return DELIVERED.contains(order.getString("fulfillment_status"))
        && !"canceled".equals(order.getString("status"));
  }

  // Swaps.

  /** Products of the order, against whose variants its line items may be exchanged. */
  private static Future<List<JsonObject>> exchangeable(Visit visit, JsonObject order) {
    if (!isReturnable(order) || !"captured".equals(order.getString("payment_status"))) {
      return Future.succeededFuture(List.of());
    }
    StoreCall call =
        StoreCall.of("storeListProducts")
            .where("region_id", order.getString("region_id"))
            .where("is_giftcard", "false");
    for (String product : products(order)) {
      call = call.where("id[]", product);
    }
    return products(order).isEmpty()
        ? Future.succeededFuture(List.of())
        : visit.list(call.where("limit", products(order).size()), "products");
  }

  private static Set<String> products(JsonObject order) {
    return JsonArrays.objects(order.getJsonArray("items")).stream()
        .map(OrderPages::product)
        .filter(id -> !id.isEmpty())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static String product(JsonObject line) {
    JsonObject variant = line.getJsonObject("variant");
    return variant == null ? "" : variant.getString("product_id", "");
  }

  /** Line items with what they may be exchanged for: variants of the same product in stock. */
  private static List<Map<String, Object>> exchanges(
      Visit visit, JsonObject order, List<JsonObject> products) {
    return JsonArrays.objects(order.getJsonArray("items")).stream()
        .<Map<String, Object>>map(line -> {
          String id = line.getString("id");
          String chosen = visit.sent(VARIANT + id);
          List<Map<String, Object>> variants =
              products.stream()
                  .filter(product -> product.getString("id").equals(product(line)))
                  .flatMap(product -> JsonArrays.objects(product.getJsonArray("variants")).stream())
                  .filter(ProductView::isInStock)
                  .filter(variant -> ProductView.price(variant) != null)
                  .map(variant -> variant(order, variant, chosen, visit.text()))
                  .toList();
          return Map.of(
              "id", id,
              "name", name(line),
              "most", line.getInteger("quantity"),
              "quantity", units(visit, QUANTITY).getOrDefault(id, 0),
              "variants", variants);
        })
        .filter(line -> !List.of().equals(line.get("variants")))
        .toList();
  }

  private static Map<String, Object> variant(
      JsonObject order, JsonObject variant, String chosen, Language text) {
    long price = Objects.requireNonNull(ProductView.price(variant));
    return Map.of(
        "id", variant.getString("id"),
        "name",
            variant.getString("title") + ", " + text.money(price, order.getString("currency_code")),
        "chosen", variant.getString("id").equals(chosen));
  }

  private static String name(JsonObject line) {
    String description = line.getString("description", "");
    return description == null || description.isEmpty()
        ? line.getString("title")
        : line.getString("title") + ", " + description;
  }

  private static List<Map<String, Object>> swaps(JsonObject order, Language text) {
    Map<String, String> names =
        JsonArrays.objects(order.getJsonArray("items")).stream()
            .collect(Collectors.toMap(line -> line.getString("id"), OrderPages::name));
    return JsonArrays.objects(order.getJsonArray("swaps")).stream()
        .<Map<String, Object>>map(swap -> {
          boolean isOpen =
              swap.getValue("confirmed_at") == null && swap.getValue("canceled_at") == null;
          JsonObject returned = swap.getJsonObject("return_order", new JsonObject());
          return Map.of(
              "state",
              state(swap, text),
              "back",
              JsonArrays.objects(returned.getJsonArray("items")).stream()
                  .map(item -> units(item, names.get(item.getString("item_id")), text))
                  .toList(),
              "sent",
              JsonArrays.objects(swap.getJsonArray("additional_items")).stream()
                  .map(line -> units(line, name(line), text))
                  .toList(),
              "cart",
              isOpen ? swap.getString("cart_id") : "");
        })
        .toList();
  }

  private static String units(JsonObject item, @Nullable String name, Language text) {
    return text.of("swap.units", item.getInteger("quantity"), name == null ? "" : name);
  }

  private static String state(JsonObject swap, Language text) {
    if (swap.getValue("canceled_at") != null) {
      return text.of("swap.canceled");
    }
    return swap.getValue("confirmed_at") == null
        ? text.of("swap.open")
        : text.of(
            "order.state",
            text.status(swap.getString("payment_status")),
            text.status(swap.getString("fulfillment_status")));
  }

  /** Requests the return or the swap of the chosen units, or opens the checkout of a swap. */
  public Future<View> change(Visit visit) {
    Future<View> requested =
        switch (visit.sent("action")) {
          case SWAP -> requestSwap(visit);
          case "continue" -> continueSwap(visit);
          default -> requestReturn(visit);
        };
    return requested.recover(failure ->
        failure instanceof RefusedException refusal && refusal.status() < 500
            ? show(visit)
                .map(view -> view instanceof View.Page page ? page.refusing(refusal) : view)
            : Future.failedFuture(failure));
  }

  private static Future<View> requestReturn(Visit visit) {
    String id = visit.pathParameter("id");
    JsonArray items = new JsonArray();
    units(visit, "return-").forEach((line, quantity) -> items.add(returned(visit, line, quantity)));
    return items.isEmpty()
        ? Future.failedFuture(new RefusedException(400, visit.text().of("return.nothing")))
        : visit
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
        .call(
            StoreCall.of("storeCreateSwap")
                .sending(
                    new JsonObject()
                        .put("order_id", visit.pathParameter("id"))
                        .put("return_items", back)
                        .put("additional_items", additional)))
        .map(answer -> checkout(visit, answer.getJsonObject("swap").getString("cart_id")));
  }

  private static Future<View> continueSwap(Visit visit) {
    return read(visit)
        .map(order ->
            JsonArrays.objects(order.getJsonArray("swaps")).stream()
                .map(swap -> swap.getString("cart_id"))
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
