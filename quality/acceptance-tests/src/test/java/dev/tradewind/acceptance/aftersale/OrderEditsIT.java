package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.StaffClient.json;
import static dev.tradewind.acceptance.StaffClient.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Order edits over HTTP: what they cost is paid, their stock is moved, their events published. */
class OrderEditsIT {

  private static final int STOCK = 50;

  private static Shop shop;
  private static StaffClient staff;

  private final String sold = shop.newVariant(1_000, STOCK).getString("id");
  private final String added = shop.newVariant(700, STOCK).getString("id");
  private final JsonObject placed = placed();
  private final String order = placed.getString("id");

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    staff = new StaffClient(shop);
  }

  private JsonObject placed() {
    return ok(shop.storefront().post("/store/carts/" + shop.readyCart(sold, 3) + "/complete", null))
        .getJsonObject("data");
  }

  private static JsonObject edit(JsonObject answer) {
    return answer.getJsonObject("order_edit");
  }

  private String created() {
    return edit(staff.post("/admin/order-edits", "{'order_id': '%s'}", order)).getString("id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/store/order-edits/%s/decline", "/admin/order-edits/%s/cancel"})
  void anEditThatEndsReleasesWhatWasAuthorized(String end) {
    String edit = created();
    String path = "/admin/order-edits/" + edit;
    staff.post(path + "/items", "{'variant_id': '%s', 'quantity': 2}", added);
    String collection = edit(staff.post(path + "/request", "")).getString("payment_collection_id");
    authorize("/store/payment-collections/" + collection);

    if (end.startsWith("/store")) {
      ok(shop.storefront().post(end.formatted(edit), new JsonObject()));
    } else {
      staff.post(end.formatted(edit), "");
    }

    JsonObject ended =
        staff.get("/admin/payment-collections/" + collection).getJsonObject("payment_collection");
    assertThat(ended.getString("status")).isEqualTo("canceled");
    assertThat(ended.getJsonArray("payments").getJsonObject(0).getString("canceled_at"))
        .isNotNull();
  }

  private static void authorize(String collection) {
    JsonObject opened =
        ok(shop.storefront()
                .post(collection + "/sessions", new JsonObject().put("provider_id", "manual")))
            .getJsonObject("payment_collection");
    String session = opened.getJsonArray("payment_sessions").getJsonObject(0).getString("id");
    ok(shop.storefront().post(collection + "/sessions/" + session + "/authorize", null));
  }

  @Test
  void anEditThatRaisesTheTotalIsPaidBeforeItsCustomerCompletesIt() {
    String edit = created();
    String path = "/admin/order-edits/" + edit;
    staff.post(path + "/items", "{'variant_id': '%s', 'quantity': 2}", added);
    JsonObject requested = edit(staff.post(path + "/request", ""));
    long due = requested.getLong("difference_due");
    assertThat(due).isPositive();
    String collection =
        "/store/payment-collections/" + requested.getString("payment_collection_id");
    String complete = "/store/order-edits/" + edit + "/complete";
    assertRefused(
        shop.storefront().post(complete, null),
        400,
        "not_allowed",
        "Unable to complete an order edit if the payment is not authorized");
    authorize(collection);

    List<Answer> answers =
        IntStream.range(0, 4)
            .mapToObj(number -> shop.storefront().postLater(complete, null))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .toList();

    assertThat(answers)
        .allSatisfy(answer -> assertThat(answer.status()).as(answer.text()).isEqualTo(200));
    JsonObject changed = staff.get("/admin/orders/" + order).getJsonObject("order");
    assertThat(changed.getLong("total")).isEqualTo(placed.getLong("total") + due);
    assertThat(changed.getLong("paid_total")).isEqualTo(changed.getLong("total"));
    assertThat(shop.stockOf(added)).isEqualTo(STOCK - 2);
    assertThat(shop.stockOf(sold)).isEqualTo(STOCK - 3);
    assertThat(shop.events(Topics.ORDER, edit, 3).stream().map(event -> event.header("ce_type")))
        .containsExactly("order-edit.created", "order-edit.requested", "order-edit.confirmed");
  }

  @Test
  void thePaymentCollectionFollowsTheItemsOfARequestedEdit() {
    String other = shop.newVariant(700, STOCK).getString("id");
    String edit = created();
    String path = "/admin/order-edits/" + edit;
    staff.post(path + "/items", "{'variant_id': '%s', 'quantity': 1}", added);
    staff.post(path + "/request", "");

    assertFollowed(staff.post(path + "/items", "{'variant_id': '%s', 'quantity': 1}", other));
    assertFollowed(staff.post(path + "/items/" + line(edit, other), "{'quantity': 2}"));
    assertFollowed(staff.post(path + "/request", ""));
    staff.delete(path + "/items/" + line(edit, other));
    assertFollowed(staff.get(path));
    staff.post(path + "/items", "{'variant_id': '%s', 'quantity': 1}", other);
    staff.delete(path + "/changes/" + change(edit, other));
    assertFollowed(staff.get(path));

    String line = line(edit, sold);
    staff.post(path + "/items/" + line, "{'quantity': 1}");
    assertThat(edit(staff.get(path)).getString("payment_collection_id")).isNull();
    staff.post(path + "/items/" + line, "{'quantity': 3}");
    staff.post(path + "/request", "");
    staff.delete(path + "/changes/" + change(edit, added));
    assertThat(edit(staff.get(path)).getString("payment_collection_id")).isNull();
    staff.post(path + "/items", "{'variant_id': '%s', 'quantity': 1}", added);
    staff.post(path + "/request", "");
    staff.delete(path + "/items/" + line(edit, added));
    assertThat(edit(staff.get(path)).getString("payment_collection_id")).isNull();
  }

  /** Asserts that the collection of the edit is over what is due. */
  private static void assertFollowed(JsonObject answer) {
    JsonObject edit = edit(answer);
    assertThat(
            staff
                .get("/admin/payment-collections/" + edit.getString("payment_collection_id"))
                .getJsonObject("payment_collection")
                .getLong("amount"))
        .isPositive()
        .isEqualTo(edit.getLong("difference_due"));
  }

  private static String line(String edit, String variant) {
    return Storefront.find(
            edit(staff.get("/admin/order-edits/" + edit)).getJsonArray("items"),
            "variant_id",
            variant)
        .getString("id");
  }

  /** The change that adds a line item of the variant. */
  private static String change(String edit, String variant) {
    return Storefront.find(
            edit(staff.get("/admin/order-edits/" + edit)).getJsonArray("changes"),
            "line_item_id",
            line(edit, variant))
        .getString("id");
  }

  @Test
  void aDiscountOnAProductTagAppliesToAddedLinesWithThatTag() {
    String value = Ids.ulid();
    String tag = tagged(sold, value);
    assertThat(tagged(added, value)).isEqualTo(tag);
    String other = shop.newVariant(700, STOCK).getString("id");
    String cart = "/store/carts/" + shop.readyCart(sold, 3);
    String region = ok(shop.storefront().get(cart)).getJsonObject("cart").getString("region_id");
    String code = Ids.ulid();
    staff.post(
        "/admin/discounts",
        "{'code': '%s', 'regions': ['%s'], 'rule': {'type': 'percentage', 'value': 10,"
            + " 'allocation': 'item', 'conditions': [{'operator': 'in', 'product_tags': ['%s']}]}}",
        code,
        region,
        tag);
    ok(shop.storefront().post(cart, json("{'discounts': [{'code': '%s'}]}", code)));
    ok(shop.storefront().post(cart + "/payment-sessions", null));
    String discounted =
        ok(shop.storefront().post(cart + "/complete", null)).getJsonObject("data").getString("id");
    String path =
        "/admin/order-edits/"
            + edit(staff.post("/admin/order-edits", "{'order_id': '%s'}", discounted))
                .getString("id");

    staff.post(path + "/items", "{'variant_id': '%s', 'quantity': 2}", added);
    JsonObject edited =
        edit(staff.post(path + "/items", "{'variant_id': '%s', 'quantity': 2}", other));

    assertThat(JsonArrays.objects(edited.getJsonArray("items")))
        .extracting(item -> item.getString("variant_id"), item -> item.getLong("discount_total"))
        .containsExactlyInAnyOrder(tuple(sold, 300L), tuple(added, 140L), tuple(other, 0L));
  }

  /** Gives the product of the variant a tag; returns the id of the tag. */
  private static String tagged(String variant, String value) {
    return staff
        .post("/admin/products/" + product(variant), "{'tags': [{'value': '%s'}]}", value)
        .getJsonObject("product")
        .getJsonArray("tags")
        .getJsonObject(0)
        .getString("id");
  }

  private static String product(String variant) {
    return staff.get("/admin/variants/" + variant).getJsonObject("variant").getString("product_id");
  }

  @Test
  void aCanceledOrderReturnsTheStockOfItsConfirmedEdit() {
    String edit = created();
    String path = "/admin/order-edits/" + edit;
    staff.post(path + "/items", "{'variant_id': '%s', 'quantity': 5}", added);
    String copy = edit(staff.get(path)).getJsonArray("items").getJsonObject(0).getString("id");
    staff.post(path + "/items/" + copy, "{'quantity': 1}");
    staff.post(path + "/confirm", "");
    assertThat(shop.stockOf(sold)).isEqualTo(STOCK - 1);
    assertThat(shop.stockOf(added)).isEqualTo(STOCK - 5);

    staff.post("/admin/orders/" + order + "/cancel", "");
    staff.post("/admin/orders/" + order + "/cancel", "");

    assertThat(shop.stockOf(sold)).isEqualTo(STOCK);
    assertThat(shop.stockOf(added)).isEqualTo(STOCK);
  }

  @Test
  void anActiveEditOfACanceledOrderIsNotConfirmed() {
    String edit = created();
    String path = "/admin/order-edits/" + edit;
    staff.post(path + "/items", "{'variant_id': '%s', 'quantity': 1}", added);
    staff.post("/admin/orders/" + order + "/cancel", "");

    Answer refused = staff.tryPost(path + "/confirm", "");

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(shop.stockOf(added)).isEqualTo(STOCK);
    assertThat(shop.stockOf(sold)).isEqualTo(STOCK);
    assertThat(edit(staff.post(path + "/cancel", "")).getString("status")).isEqualTo("canceled");
  }
}
