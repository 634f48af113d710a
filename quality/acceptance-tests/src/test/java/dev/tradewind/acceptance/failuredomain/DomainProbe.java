package dev.tradewind.acceptance.failuredomain;

import dev.tradewind.acceptance.Answer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.function.Function;

/** Task of a shopper or of staff, with one outcome while a part of the shop is unavailable. */
enum DomainProbe {
  PRODUCTS(
      "Browse products", work -> get(work, "/store/products?region_id=" + work.shop().regionId())),
  PRODUCT("Read a product", work -> get(work, "/store/products/" + work.shop().productId())),
  PAGE(
      "Open a product page of the storefront",
      work -> work.shop().open("/products/" + work.shop().handle())),
  FILE("Load an uploaded image or file", work -> work.shop().open(work.fileUrl())),
  CART("Read a cart", work -> get(work, "/store/carts/" + work.cart())),
  NEW_CART(
      "Create a cart",
      work ->
          work.shop()
              .shopper(
                  "POST",
                  "/store/carts",
                  new JsonObject().put("region_id", work.shop().regionId()))),
  LINE(
      "Add a line item",
      work -> post(work, "/store/carts/" + work.cart() + "/line-items", work.shop().lineItem())),
  PARTICULARS(
      "Enter address and e-mail address",
      work ->
          post(
              work,
              "/store/carts/" + work.cart(),
              new JsonObject()
                  .put("email", "guest@example.com")
                  .put(
                      "shipping_address",
                      new JsonObject()
                          .put("first_name", "Ada")
                          .put("last_name", "Lovelace")
                          .put("address_1", "1 Main St")
                          .put("city", "Town")
                          .put("postal_code", "1000")
                          .put("country_code", "de")))),
  SHIPPING("Choose shipping", work -> get(work, "/store/shipping-options/" + work.cart())),
  PAYMENT(
      "Open payment sessions",
      work ->
          work.shop().shopper("POST", "/store/carts/" + work.cart() + "/payment-sessions", null)),
  CODE(
      "Enter a discount code",
      work ->
          post(
              work,
              "/store/carts/" + work.cart(),
              new JsonObject()
                  .put(
                      "discounts",
                      new JsonArray()
                          .add(new JsonObject().put("code", DomainShop.DISCOUNT_CODE))))),
  CHECKOUT("Complete a checkout", work -> complete(work, work.readyCart())),
  CHECKOUT_AT_STRIPE(
      "Complete a checkout paid at Stripe", work -> complete(work, work.cartPaidAtStripe())),
  CUSTOMER_SIGN_IN("Sign in as a customer", work -> work.shop().signInCustomer()),
  OWN_ORDERS(
      "Read one's own orders", work -> work.shop().customer("GET", "/store/customers/me/orders")),
  GUEST_ORDER(
      "Read an order as a guest",
      work -> get(work, "/store/orders/" + work.placed().getString("id"))),

  STAFF_SIGN_IN("Staff: sign in", work -> work.shop().signInStaff()),
  ORDERS("Staff: list orders", work -> staff(work, "GET", "/admin/orders")),
  ORDER(
      "Staff: read an order",
      work ->
          staff(
              work,
              "GET",
              DomainShop.orderPath(work.placed(), "?expand=" + DomainProbe.OF_DASHBOARD))),
  CAPTURE("Staff: capture a payment", work -> work.shop().capture(work.placed())),
  CAPTURE_AT_STRIPE(
      "Staff: capture a payment at Stripe", work -> work.shop().capture(work.placedAtStripe())),
  SHIP("Staff: fulfill and ship", work -> work.shop().ship(work.captured())),
  REFUND("Staff: refund", work -> work.shop().refund(work.refundable())),
  REFUND_AT_STRIPE("Staff: refund at Stripe", work -> work.shop().refund(work.capturedAtStripe())),
  RETURN("Staff: take a return back", work -> work.shop().takeBack(work.shipped())),
  CANCEL(
      "Staff: cancel an order",
      work -> staff(work, "POST", DomainShop.orderPath(work.cancelable(), "/cancel"))),
  STAFF_PRODUCTS("Staff: list products", work -> staff(work, "GET", "/admin/products")),
  EDIT(
      "Staff: edit a product",
      work ->
          work.shop()
              .staff(
                  "POST",
                  "/admin/products/" + work.shop().productId(),
                  new JsonObject().put("subtitle", "Changed"))),
  DISCOUNTS("Staff: list discounts", work -> staff(work, "GET", "/admin/discounts")),
  CUSTOMERS("Staff: list customers", work -> staff(work, "GET", "/admin/customers")),
  UPLOAD("Staff: upload a file", work -> work.shop().upload()),
  EXPORT(
      "Staff: start an export",
      work ->
          work.shop()
              .staff(
                  "POST",
                  "/admin/batch-jobs",
                  new JsonObject()
                      .put("type", "order-export")
                      .put("context", new JsonObject())
                      .put("dry_run", false))),
  WEBHOOKS("Staff: list webhooks", work -> staff(work, "GET", "/admin/tradewind/webhooks"));

  /** Outcome of a task that can be done. */
  static final String WORKS = "✓";

  /** Relations that the dashboard names. */
  private static final String OF_DASHBOARD =
      "customer,billing_address,shipping_address,discounts,discounts.rule,shipping_methods,"
          + "shipping_methods.shipping_option,payments,items,fulfillments,"
          + "fulfillments.tracking_links,returns,returns.shipping_method,"
          + "returns.shipping_method.shipping_option,returns.shipping_method.tax_lines,refunds,"
          + "claims.claim_items.item,claims.fulfillments,claims.return_order,"
          + "claims.additional_items.variant.product.profiles,swaps.return_order,"
          + "swaps.additional_items.variant.product.profiles,swaps.fulfillments,"
          + "returnable_items,edits";

  private final String title;
  private final Function<DomainWork, Answer> request;

  DomainProbe(String title, Function<DomainWork, Answer> request) {
    this.title = title;
    this.request = request;
  }

  /** First cell of its row in the table. */
  String title() {
    return title;
  }

  /** Whether it may be done any number of times with the same outcome. */
  boolean isRepeatable() {
    return switch (this) {
      case NEW_CART,
          LINE,
          CHECKOUT,
          CHECKOUT_AT_STRIPE,
          CUSTOMER_SIGN_IN,
          STAFF_SIGN_IN,
          CAPTURE,
          CAPTURE_AT_STRIPE,
          SHIP,
          REFUND,
          REFUND_AT_STRIPE,
          RETURN,
          CANCEL,
          EXPORT ->
          false;
      case PRODUCTS,
          PRODUCT,
          PAGE,
          FILE,
          CART,
          PARTICULARS,
          SHIPPING,
          PAYMENT,
          CODE,
          OWN_ORDERS,
          GUEST_ORDER,
          ORDERS,
          ORDER,
          STAFF_PRODUCTS,
          EDIT,
          DISCOUNTS,
          CUSTOMERS,
          UPLOAD,
          WEBHOOKS ->
          true;
    };
  }

  /** Outcome as in the table: whether it works, or the status of the refusal. */
  String run(DomainWork work) {
    Answer answer = request.apply(work);
    return answer.status() / 100 == 2 ? WORKS : Integer.toString(answer.status());
  }

  private static Answer get(DomainWork work, String path) {
    return work.shop().shopper("GET", path, null);
  }

  private static Answer post(DomainWork work, String path, JsonObject body) {
    return work.shop().shopper("POST", path, body);
  }

  private static Answer complete(DomainWork work, String cartId) {
    return work.shop().shopper("POST", "/store/carts/" + cartId + "/complete", null);
  }

  private static Answer staff(DomainWork work, String method, String path) {
    return work.shop().staff(method, path, null);
  }
}
