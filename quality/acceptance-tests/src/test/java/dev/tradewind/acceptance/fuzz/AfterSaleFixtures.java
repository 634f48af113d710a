package dev.tradewind.acceptance.fuzz;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.catalog.CsvAdminClient;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Carts, orders, draft orders, swaps, claims, order edits, payment collections and others in the
 * states that operations require, which take several requests in order: generated requests hardly
 * ever bring a resource there. Each state is prepared for one operation, so that no request of
 * another ends it. The region, the products and the stock that they refer to are hidden from all
 * other requests.
 */
final class AfterSaleFixtures {

  private static final String MANUAL = "manual";
  private static final String CURRENCY = "nok";
  private static final int STOCK = 1_000_000;
  private static final int PRICE = 1_000;

  /** Units of an order, for all swaps or claims of it. */
  private static final int UNITS = 6;

  private final Shop shop;
  private final String[] userHeaders;
  private final StaffClient staff;
  private final StaffClient shopper;
  private final KnownValues known;
  private final String region;
  private final String channel;
  private final String product;
  private final String variant;
  private final String dearerVariant;
  private final String locatedVariant;
  private final String inventoryItem;
  private final String location;
  private final String option;

  /** Parts of the preparation, with the operations that each has prepared requests of. */
  private final Map<Runnable, Set<String>> parts = new LinkedHashMap<>();

  private Set<String> ofPart = Set.of();

  AfterSaleFixtures(Shop shop, KnownValues known, Map<String, String> userHeaders) {
    this.shop = shop;
    this.known = known;
    this.userHeaders = FuzzShop.array(userHeaders);
    staff = new StaffClient(shop.storefront(), this.userHeaders);
    shopper = new StaffClient(shop.storefront(), new String[0]);
    region =
        hidden(
            staff
                .post(
                    "/admin/regions",
                    "{'name': 'R %s', 'currency_code': 'eur', 'tax_rate': 0, 'countries': [],"
                        + " 'payment_providers': ['manual'], 'fulfillment_providers': ['manual']}",
                    Ids.ulid())
                .getJsonObject("region"));
    channel =
        hidden(
            staff
                .post("/admin/sales-channels", "{'name': 'C %s'}", Ids.ulid())
                .getJsonObject("sales_channel"));
    JsonObject cheap = shop.newVariant(PRICE, STOCK);
    product = cheap.getString("product_id");
    variant = sold(cheap);
    dearerVariant = sold(shop.newVariant(2 * PRICE, STOCK));
    option =
        hidden(
            staff
                .post(
                    "/admin/shipping-options",
                    "{'name': 'S %s', 'region_id': '%s', 'provider_id': 'manual',"
                        + " 'data': {'id': 'manual-fulfillment'}, 'price_type': 'flat_rate',"
                        + " 'amount': 100}",
                    Ids.ulid(),
                    region)
                .getJsonObject("shipping_option"));
    location =
        hidden(
            staff
                .post("/admin/stock-locations", "{'name': 'L %s'}", Ids.ulid())
                .getJsonObject("stock_location"));
    staff.post(
        "/admin/sales-channels/" + channel + "/stock-locations", "{'location_id': '%s'}", location);
    locatedVariant = sold(shop.newVariant(PRICE, STOCK));
    inventoryItem = located(locatedVariant);
    List.<Runnable>of(
            this::prepareShop,
            this::prepareJobs,
            this::prepareNotifications,
            this::prepareCarts,
            this::prepareDraftOrders,
            this::prepareInventory,
            this::prepareOrders,
            this::prepareSwaps,
            this::prepareClaims,
            this::prepareEdits,
            this::prepareCollections)
        .forEach(part -> parts.put(part, new TreeSet<>()));
  }

  /** Id of a resource that no generated request refers to. */
  private String hidden(JsonObject resource) {
    String id = resource.getString("id");
    known.hide(id);
    return id;
  }

  private String sold(JsonObject newVariant) {
    String product = newVariant.getString("product_id");
    known.hide(product);
    staff.post(
        "/admin/sales-channels/" + channel + "/products/batch",
        "{'product_ids': [{'id': '%s'}]}",
        product);
    return hidden(newVariant);
  }

  /** Inventory item of the variant, stocked at the location. */
  private String located(String variantId) {
    String created =
        hidden(
            staff
                .post("/admin/inventory-items", "{'variant_id': '%s'}", variantId)
                .getJsonObject("inventory_item"));
    staff.post(
        "/admin/inventory-items/" + created + "/location-levels",
        "{'location_id': '%s', 'stocked_quantity': %d}",
        location,
        STOCK);
    return created;
  }

  /**
   * Prepares one request, or several about one resource, of each wanted operation, and of those
   * that need the same resources. What a refusal or a timeout leaves out is prepared the next time.
   */
  void prepare(Predicate<String> isWanted) {
    parts.forEach((part, operations) -> {
      if (operations.isEmpty() || operations.stream().anyMatch(isWanted)) {
        prepare(part, operations);
      }
    });
  }

  private void prepare(Runnable part, Set<String> operations) {
    ofPart = operations;
    try {
      part.run();
    } catch (AssertionError refused) {
      System.out.printf("Fuzzing: not prepared, %s%n", refused.getMessage());
    }
  }

  private void prepareShop() {
    staff.delete("/admin/store/currencies/" + CURRENCY);
    prepare("adminUpdateStoreCurrency", Map.of("code", CURRENCY));

    // Answered with a text.
    JsonObject invite =
        new JsonObject().put("user", Ids.ulid() + "@example.com").put("role", "member");
    shop.storefront().post("/admin/invites", invite, userHeaders);
    prepare("adminResendInvite", Map.of("invite_id", last(staff.get("/admin/invites"), "invites")));

    JsonObject category =
        staff
            .post(
                "/admin/product-categories",
                "{'name': 'K %s', 'is_active': true, 'is_internal': false}",
                Ids.ulid())
            .getJsonObject("product_category");
    prepare("storeGetProductCategory", Map.of("id", hidden(category)));

    JsonObject rule =
        staff
            .post(
                "/admin/discounts?expand=rule.conditions",
                "{'code': '%s', 'regions': ['%s'], 'rule': {'type': 'percentage', 'value': 10,"
                    + " 'allocation': 'total', 'conditions':"
                    + " [{'operator': 'in', 'products': ['%s']}]}}",
                Ids.ulid(),
                region,
                product)
            .getJsonObject("discount");
    prepare(
        "adminRemoveConditionResources",
        Map.of(
            "discount_id",
            id(rule),
            "condition_id",
            last(rule.getJsonObject("rule"), "conditions")),
        Map.of("resources", List.of(Map.of("id", product))));
  }

  private void prepareJobs() {
    CsvAdminClient office = new CsvAdminClient(shop.storefront(), userHeaders);
    String job = hidden(office.create("product-export", new JsonObject(), true));
    office.await(job, "pre_processed");
    prepare("adminConfirmBatchJob", Map.of("id", job));
  }

  /** There are some once events of the shop have reached the provider. */
  private void prepareNotifications() {
    JsonObject page = staff.get("/admin/notifications");
    if (!page.getJsonArray("notifications").isEmpty()) {
      prepare("adminResendNotification", Map.of("id", last(page, "notifications")));
    }
  }

  private void prepareCarts() {
    for (String operation :
        List.of(
            "storeDeletePaymentSession",
            "storeRefreshPaymentSession",
            "storeSelectPaymentSession",
            "storeUpdatePaymentSession")) {
      prepare(
          operation,
          Map.of("id", cart(variant), "provider_id", MANUAL),
          Map.of("provider_id", MANUAL));
    }
    prepare("storeCompleteCart", Map.of("id", cart(variant)));
    for (String operation : List.of("storeUpdateCart", "storeRemoveDiscount")) {
      prepare(operation, Map.of("id", cart(variant)));
    }
    prepare(
        "storeAddLineItem",
        Map.of("id", cart(variant)),
        Map.of("variant_id", variant, "quantity", 1));
    prepare("storeAddShippingMethod", Map.of("id", cart(variant)), Map.of("option_id", option));
    for (String operation : List.of("storeUpdateLineItem", "storeDeleteLineItem")) {
      JsonObject cart = shopper.get("/store/carts/" + cart(variant)).getJsonObject("cart");
      prepare(
          operation,
          Map.of("id", id(cart), "line_id", line(cart)),
          Map.of("variant_id", variant, "quantity", 1));
    }
    prepare("storeRequestRestockNotification", Map.of("id", sold(shop.newVariant(PRICE, 0))));
  }

  private void prepareDraftOrders() {
    for (String operation :
        List.of(
            "adminUpdateDraftOrder",
            "adminCreateDraftOrderLineItem",
            "adminUpdateDraftOrderLineItem",
            "adminDeleteDraftOrderLineItem",
            "adminPayDraftOrder")) {
      JsonObject draft =
          staff
              .post(
                  "/admin/draft-orders",
                  "{'email': 'buyer@example.com', 'region_id': '%s',"
                      + " 'items': [{'variant_id': '%s', 'quantity': 1}],"
                      + " 'shipping_methods': [{'option_id': '%s'}]}",
                  region,
                  variant,
                  option)
              .getJsonObject("draft_order");
      prepare(
          operation,
          Map.of("id", id(draft), "line_id", line(draft.getJsonObject("cart"))),
          Map.of("variant_id", variant, "quantity", 1));
    }
  }

  private void prepareInventory() {
    prepare(
        "adminUpdateInventoryItemLocationLevel",
        Map.of("id", inventoryItem, "location_id", location),
        Map.of("stocked_quantity", STOCK, "incoming_quantity", 1));
    prepare(
        "adminCreateReservation",
        Map.of(),
        Map.of("inventory_item_id", inventoryItem, "location_id", location, "quantity", 1));
    String unlocated = sold(shop.newVariant(PRICE, STOCK));
    // It has one where a request has located the stock of the whole shop.
    staff
        .get("/admin/variants/" + unlocated + "/inventory")
        .getJsonObject("variant")
        .getJsonArray("inventory")
        .forEach(item -> staff.delete("/admin/inventory-items/" + id((JsonObject) item)));
    prepare(
        "adminCreateInventoryItem", Map.of(), Map.of("variant_id", unlocated, "sku", Ids.ulid()));
  }

  private void prepareOrders() {
    for (String operation :
        List.of("adminCaptureOrder", "adminCancelOrder", "adminCompleteOrder")) {
      prepare(operation, Map.of("id", id(placed(variant))));
    }
    JsonObject completed = placed(variant);
    act(completed, "/complete", "");
    prepare("adminArchiveOrder", Map.of("id", id(completed)));
    JsonObject open = placed(variant);
    prepare("adminCapturePayment", Map.of("id", payment(open)));
    prepare("adminFulfillmentOrder", Map.of("id", id(open)), items(open));
    prepare("adminCreateOrderEdit", Map.of(), Map.of("order_id", id(placed(variant))));

    JsonObject captured = placed(variant);
    act(captured, "/capture", "");
    Map<String, Object> refund = Map.of("amount", 1, "reason", "other");
    prepare("adminRefundPayment", Map.of("id", payment(captured)), refund);
    prepare("adminRefundOrder", Map.of("id", id(captured)), refund);

    JsonObject reserved = placed(locatedVariant);
    staff
        .get("/admin/orders/" + id(reserved) + "/reservations")
        .getJsonArray("reservations")
        .forEach(each -> staff.delete("/admin/reservations/" + id((JsonObject) each)));
    prepare(
        "adminReserveOrderLineItem",
        Map.of("id", id(reserved), "line_item_id", line(reserved)),
        Map.of("location_id", location, "quantity", 1));

    for (String operation : List.of("adminShipmentOrder", "adminCancelOrderFulfillment")) {
      JsonObject fulfilled = fulfilled(placed(variant));
      String fulfillment = last(fulfilled, "fulfillments");
      prepare(
          operation,
          Map.of("id", id(fulfilled), "fulfillment_id", fulfillment),
          Map.of("fulfillment_id", fulfillment));
    }
    JsonObject shipped = shipped();
    prepare("adminReturnOrder", Map.of("id", id(shipped)), items(shipped));
    prepare("storeCreateReturn", Map.of(), with(items(shipped), "order_id", id(shipped)));
    prepare("adminReceiveReturn", Map.of("id", returned(shipped)), items(shipped));
    prepare("adminCancelReturn", Map.of("id", returned(shipped)));
  }

  private void prepareSwaps() {
    JsonObject order = shipped();
    Map<String, Object> exchange = returnedAndAdditional(order);
    prepare("adminCreateOrderSwap", Map.of("id", id(order)), exchange);
    prepare("storeCreateSwap", Map.of(), with(exchange, "order_id", id(order)));

    JsonObject confirmed = confirmedSwap(order);
    Map<String, String> path = Map.of("id", id(order), "swap_id", id(confirmed));
    prepare("adminProcessPaymentOrderSwap", path);
    prepare("adminCreateOrderSwapFulfillment", path);
    prepare("storeGetSwap", Map.of("cart_id", confirmed.getString("cart_id")));

    prepareFulfilled(
        order, "/swaps/" + id(confirmedSwap(order)), "swap_id", "adminCancelOrderSwapFulfillment");
    prepareFulfilled(
        order, "/swaps/" + id(confirmedSwap(order)), "swap_id", "adminCreateOrderSwapShipment");

    JsonObject unreturned = confirmedSwap(order);
    staff.post("/admin/returns/" + id(unreturned.getJsonObject("return_order")) + "/cancel", "");
    prepare("adminCancelOrderSwap", Map.of("id", id(order), "swap_id", id(unreturned)));
  }

  private void prepareClaims() {
    JsonObject order = shipped();
    prepare("adminCreateOrderClaim", Map.of("id", id(order)), claimed(order));
    Map<String, String> path = Map.of("id", id(order), "claim_id", replacement(order));
    prepare(
        "adminUpdateOrderClaim",
        path,
        Map.of("claim_items", List.of(), "shipping_methods", List.of(method())));
    prepare("adminCreateOrderClaimFulfillment", path);
    prepare("adminCancelOrderClaim", Map.of("id", id(order), "claim_id", replacement(order)));
    for (String operation :
        List.of("adminCancelOrderClaimFulfillment", "adminCreateOrderClaimShipment")) {
      prepareFulfilled(order, "/claims/" + replacement(order), "claim_id", operation);
    }
  }

  /** Fulfills a swap or claim of the order. */
  private void prepareFulfilled(JsonObject order, String part, String name, String operation) {
    JsonObject fulfilled = act(order, part + "/fulfillments", "{}");
    String partId = part.substring(part.lastIndexOf('/') + 1);
    JsonArray parts = fulfilled.getJsonArray(part.substring(1, part.lastIndexOf('/')));
    JsonObject owner =
        parts.stream()
            .map(JsonObject.class::cast)
            .filter(each -> id(each).equals(partId))
            .findFirst()
            .orElseThrow();
    String fulfillment = last(owner, "fulfillments");
    prepare(
        operation,
        Map.of("id", id(order), name, partId, "fulfillment_id", fulfillment),
        Map.of("fulfillment_id", fulfillment));
  }

  private void prepareEdits() {
    for (String operation :
        List.of(
            "adminRequestOrderEdit",
            "adminConfirmOrderEdit",
            "adminCancelOrderEdit",
            "adminDeleteOrderEdit",
            "adminUpdateOrderEdit")) {
      prepare(operation, Map.of("id", id(changedEdit())));
    }
    JsonObject edit = changedEdit();
    prepare(
        "adminCreateOrderEditItem",
        Map.of("id", id(edit)),
        Map.of("variant_id", variant, "quantity", 1));
    String item = last(edit, "items");
    prepare(
        "adminUpdateOrderEditItem",
        Map.of("id", id(edit), "item_id", item),
        Map.of("quantity", UNITS + 1));
    JsonObject ofItem = changedEdit();
    prepare("adminDeleteOrderEditItem", Map.of("id", id(ofItem), "item_id", last(ofItem, "items")));
    JsonObject ofChange = changedEdit();
    prepare(
        "adminDeleteOrderEditChange",
        Map.of("id", id(ofChange), "change_id", last(ofChange, "changes")));
    prepare("storeDeclineOrderEdit", Map.of("id", id(requestedEdit())));

    JsonObject paid = requestedEdit();
    shopper.post(session(paid) + "/authorize", "");
    prepare("storeCompleteOrderEdit", Map.of("id", id(paid)));
  }

  private void prepareCollections() {
    for (String operation :
        List.of(
            "storeCreatePaymentCollectionSession",
            "adminAuthorizePaymentCollection",
            "adminUpdatePaymentCollection")) {
      prepare(operation, Map.of("id", collection(requestedEdit())), Map.of("provider_id", MANUAL));
    }
    JsonObject requested = requestedEdit();
    prepare(
        "storeAddSessionsToPaymentCollection",
        Map.of("id", collection(requested)),
        Map.of(
            "sessions",
            List.of(Map.of("provider_id", MANUAL, "amount", requested.getLong("difference_due")))));
    for (String operation :
        List.of(
            "storeUpdatePaymentCollectionSession",
            "storeAuthorizePaymentCollectionSession",
            "storeAuthorizePaymentCollectionSessionBatch")) {
      JsonObject opened = requestedEdit();
      String path = session(opened);
      String session = path.substring(path.lastIndexOf('/') + 1);
      prepare(
          operation,
          Map.of("id", collection(opened), "session_id", session),
          Map.of("session_ids", List.of(session)));
    }
    JsonObject canceled = requestedEdit();
    staff.post("/admin/order-edits/" + id(canceled) + "/cancel", "");
    prepare("adminDeletePaymentCollection", Map.of("id", collection(canceled)));
  }

  private void prepare(String operation, Map<String, String> path) {
    prepare(operation, path, Map.of());
  }

  private void prepare(String operation, Map<String, String> path, Map<String, Object> input) {
    known.prepare(operation, new PreparedRequest(path, input));
    ofPart.add(operation);
  }

  /** Cart that is ready for completion. */
  private String cart(String variantId) {
    JsonObject cart =
        shopper
            .post(
                "/store/carts",
                "{'region_id': '%s', 'sales_channel_id': '%s',"
                    + " 'items': [{'variant_id': '%s', 'quantity': %d}]}",
                region,
                channel,
                variantId,
                UNITS)
            .getJsonObject("cart");
    String path = "/store/carts/" + id(cart);
    shopper.post(path, "{'email': 'buyer@example.com'}");
    shopper.post(path + "/shipping-methods", "{'option_id': '%s'}", option);
    shopper.post(path + "/payment-sessions", "");
    return id(cart);
  }

  private JsonObject placed(String variantId) {
    JsonObject order =
        shopper.post("/store/carts/" + cart(variantId) + "/complete", "").getJsonObject("data");
    known.learn(new JsonObject().put("order", order));
    return order;
  }

  /** Order in the response to a request of staff about it. */
  private JsonObject act(JsonObject order, String tail, String body, Object... values) {
    return staff.post("/admin/orders/" + id(order) + tail, body, values).getJsonObject("order");
  }

  private JsonObject fulfilled(JsonObject order) {
    return act(
        order,
        "/fulfillment",
        "{'items': [{'item_id': '%s', 'quantity': %d}]}",
        line(order),
        UNITS);
  }

  /** Captured order whose units are all shipped. */
  private JsonObject shipped() {
    JsonObject order = placed(variant);
    act(order, "/capture", "");
    String fulfillment = last(fulfilled(order), "fulfillments");
    return act(order, "/shipment", "{'fulfillment_id': '%s'}", fulfillment);
  }

  private String returned(JsonObject order) {
    return last(
        act(order, "/return", "{'items': [{'item_id': '%s', 'quantity': 1}]}", line(order)),
        "returns");
  }

  /** Swap that costs something, with its shipping method, confirmed by its customer. */
  private JsonObject confirmedSwap(JsonObject order) {
    JsonArray swaps =
        act(
                order,
                "/swaps",
                "{'return_items': [{'item_id': '%s', 'quantity': 1}],"
                    + " 'additional_items': [{'variant_id': '%s', 'quantity': 1}]}",
                line(order),
                dearerVariant)
            .getJsonArray("swaps");
    JsonObject swap = swaps.getJsonObject(swaps.size() - 1);
    String cart = "/store/carts/" + swap.getString("cart_id");
    shopper.post(cart + "/shipping-methods", "{'option_id': '%s'}", option);
    shopper.post(cart + "/payment-sessions", "");
    shopper.post(cart + "/complete", "");
    return swap;
  }

  /** Claim of one unit, with its shipping method. */
  private String replacement(JsonObject order) {
    return last(
        act(
            order,
            "/claims",
            "{'type': 'replace', 'claim_items':"
                + " [{'item_id': '%s', 'quantity': 1, 'reason': 'other'}],"
                + " 'additional_items': [{'variant_id': '%s', 'quantity': 1}],"
                + " 'shipping_methods': [{'option_id': '%s', 'price': 0}]}",
            line(order),
            variant,
            option),
        "claims");
  }

  /** Edit of a new order, with a line item that it adds. */
  private JsonObject changedEdit() {
    String edit =
        id(
            staff
                .post("/admin/order-edits", "{'order_id': '%s'}", id(placed(variant)))
                .getJsonObject("order_edit"));
    staff.post(
        "/admin/order-edits/" + edit + "/items",
        "{'variant_id': '%s', 'quantity': 1}",
        dearerVariant);
    return staff.get("/admin/order-edits/" + edit).getJsonObject("order_edit");
  }

  private JsonObject requestedEdit() {
    return staff
        .post("/admin/order-edits/" + id(changedEdit()) + "/request", "{}")
        .getJsonObject("order_edit");
  }

  private static String collection(JsonObject edit) {
    return edit.getString("payment_collection_id");
  }

  /** Path of a new session over the amount of the edit. */
  private String session(JsonObject edit) {
    String sessions = "/store/payment-collections/" + collection(edit) + "/sessions";
    JsonObject opened =
        shopper.post(sessions, "{'provider_id': 'manual'}").getJsonObject("payment_collection");
    return sessions + "/" + last(opened, "payment_sessions");
  }

  private Map<String, Object> returnedAndAdditional(JsonObject order) {
    return Map.of(
        "return_items", List.of(unit(order)),
        "additional_items", List.of(additional()));
  }

  private Map<String, Object> claimed(JsonObject order) {
    return Map.of(
        "type",
        "replace",
        "claim_items",
        List.of(with(unit(order), "reason", "other")),
        "additional_items",
        List.of(additional()),
        "shipping_methods",
        List.of(method()));
  }

  private Map<String, Object> additional() {
    return Map.of("variant_id", dearerVariant, "quantity", 1);
  }

  private Map<String, Object> method() {
    return Map.of("option_id", option, "price", 0);
  }

  private static Map<String, Object> items(JsonObject order) {
    return Map.of("items", List.of(unit(order)));
  }

  private static Map<String, Object> unit(JsonObject order) {
    return Map.of("item_id", line(order), "quantity", 1);
  }

  private static Map<String, Object> with(Map<String, Object> values, String name, Object value) {
    Map<String, Object> all = new HashMap<>(values);
    all.put(name, value);
    return all;
  }

  private static String line(JsonObject order) {
    return last(order, "items");
  }

  private static String payment(JsonObject order) {
    return last(order, "payments");
  }

  private static String last(JsonObject resource, String array) {
    JsonArray elements = resource.getJsonArray(array);
    return id(elements.getJsonObject(elements.size() - 1));
  }

  private static String id(JsonObject resource) {
    return resource.getString("id");
  }
}
