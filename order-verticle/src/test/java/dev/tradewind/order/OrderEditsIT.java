package dev.tradewind.order;

import static dev.tradewind.order.EditedOrders.atOnce;
import static dev.tradewind.order.EditedOrders.id;
import static dev.tradewind.order.EditedOrders.session;
import static dev.tradewind.order.RefundCase.objects;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.OrderShop.Answer;
import dev.tradewind.testing.AfterSaleCases;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Order edits, alone and under concurrent requests. */
class OrderEditsIT {

  @RegisterExtension static final EditedOrders edits = new EditedOrders();

  private static final List<String> TOTALS =
      List.of(
          "subtotal",
          "discount_total",
          "shipping_total",
          "tax_total",
          "gift_card_total",
          "gift_card_tax_total",
          "total");

  static Stream<RefundCase> cases() {
    return AfterSaleCases.of(AfterSaleCases.ORDER_EDIT).entrySet().stream()
        .map(recorded ->
            new RefundCase(
                recorded.getKey(),
                input(recorded.getValue().getJsonObject("input")),
                recorded.getValue().getJsonObject("expected")));
  }

  /** The case in the form of the cases of refunds. */
  private static JsonObject input(JsonObject recorded) {
    JsonObject order = recorded.getJsonObject("order");
    JsonObject input =
        order
            .copy()
            .put("region", recorded.getJsonObject("region").copy().put("gift_cards_taxable", true))
            .put(
                "shipping",
                new JsonArray().add(order.getJsonObject("shipping").copy().put("key", "ship")))
            .put("edit", recorded.getJsonObject("edit"));
    JsonObject discount = order.getJsonObject("discount");
    if (discount != null && discount.getString("type").equals("free_shipping")) {
      input.remove("discount");
      input.put("free_shipping", true);
    }
    return input;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void computesTheTotalsOfTheRecordedCases(RefundCase recorded) {
    String prefix = "item_" + Ids.ulid() + "_";
    String order = edits.shop.place(recorded.request(prefix), "manual");
    assertTotals(edits.order(order), recorded.expected().getJsonObject("order"));
    JsonObject edited = recorded.input().getJsonObject("edit");
    JsonArray returned = edited.getJsonArray("after_return", new JsonArray());
    if (!returned.isEmpty()) {
      edits.shop.run(
          "INSERT INTO line_progress VALUES ($1, $2, 3, 3, 3, 1)",
          prefix + returned.getJsonObject(0).getString("key"),
          order);
      edits.shop.run(
          "UPDATE \"order\" SET fulfillment_status = 'partially_returned' WHERE id = $1", order);
    }
    JsonObject edit = edits.newEdit(order);
    assertTotals(edit, edits.order(order));
    for (Object each : edited.getJsonArray("changes")) {
      apply(edit.getString("id"), (JsonObject) each, prefix, edited);
    }

    JsonObject changed = edits.edit(edit.getString("id"));

    // What gift cards paid counts as on the order; what is left on them does not.
    boolean paidByCard = recorded.name().contains("gift-card");
    JsonObject after = recorded.expected().getJsonObject("order_after");
    JsonObject expected = recorded.expected().getJsonObject("edit");
    assertTotals(changed, paidByCard ? after : expected);
    assertThat(changed.getLong("difference_due")).isEqualTo(expected.getLong("difference_due"));
    assertThat(objects(changed, "changes").stream().map(change -> change.getString("type")))
        .containsExactlyInAnyOrderElementsOf(
            expected.getJsonArray("changes").stream().map(String.class::cast).toList());
    JsonObject items = expected.getJsonObject("items");
    assertThat(objects(changed, "items")).hasSize(items.size());
    for (JsonObject line : objects(changed, "items")) {
      JsonObject item = items.getJsonObject(key(line, prefix));
      for (String amount :
          List.of("unit_price", "quantity", "subtotal", "discount_total", "tax_total", "total")) {
        assertThat(line.getLong(amount)).as(amount).isEqualTo(item.getLong(amount));
      }
      assertThat(line.getBoolean("includes_tax")).isEqualTo(item.getBoolean("includes_tax"));
    }
    Long due = recorded.expected().getLong("payment_collection_amount");
    JsonObject requested =
        edits.admin("adminRequestOrderEdit", edit.getString("id"), new JsonObject());
    JsonObject collection = requested.getJsonObject("payment_collection");
    assertThat(collection == null ? null : collection.getLong("amount")).isEqualTo(due);
    if (collection != null) {
      pay(collection.getString("id"));
    }
    JsonObject completed =
        edits
            .shop
            .storePart("storeCompleteOrderEdit", id(edit.getString("id")), new JsonObject())
            .body()
            .getJsonObject("order_edit");
    assertThat(completed.getString("status")).isEqualTo("confirmed");
    assertThat(completed.getLong("difference_due")).isZero();
    assertTotals(edits.order(order), after);
    assertThat(edits.order(order).getLong("paid_total")).isEqualTo(after.getLong("paid_total"));
    if (returned.isEmpty()) {
      assertThat(edits.order(order).getLong("refundable_amount"))
          .isEqualTo(after.getLong("refundable_amount"));
    }
    assertThat(objects(edits.order(order), "payments").stream().map(each -> each.getLong("amount")))
        .containsExactlyInAnyOrderElementsOf(
            after.getJsonArray("payment_amounts", new JsonArray()).stream()
                .map(amount -> ((Number) amount).longValue())
                .toList());
    assertThat(
            objects(edits.order(order), "items").stream()
                .map(line -> line.getLong("returned_quantity")))
        .filteredOn(Objects::nonNull)
        .hasSize(returned.size());
  }

  private static void apply(String edit, JsonObject change, String prefix, JsonObject edited) {
    JsonObject added = change.getJsonObject("add");
    if (added != null) {
      String variant = "variant_" + added.getString("key");
      JsonObject offer = added.copy();
      edited.getJsonArray("new_price", new JsonArray()).stream()
          .map(JsonObject.class::cast)
          .filter(price -> price.getString("key").equals(added.getString("key")))
          .forEach(price -> offer.put("unit_price", price.getLong("unit_price")));
      edits.shop.offers.put(variant, offer);
      edits.add(edit, variant, added.getInteger("quantity"));
      return;
    }
    boolean isRemoval = change.containsKey("remove");
    JsonObject target = change.getJsonObject(isRemoval ? "remove" : "set");
    String copy =
        objects(edits.edit(edit), "items").stream()
            .filter(line ->
                (prefix + target.getString("key")).equals(line.getString("original_item_id")))
            .findFirst()
            .orElseThrow()
            .getString("id");
    JsonObject path = id(edit).put("item_id", copy);
    Answer answer =
        isRemoval
            ? edits.shop.adminPart("adminDeleteOrderEditItem", path, new JsonObject())
            : edits.shop.adminPart(
                "adminUpdateOrderEditItem",
                path,
                new JsonObject().put("quantity", target.getInteger("quantity")));
    assertThat(answer.status()).as(answer.body().encode()).isEqualTo(200);
  }

  private static String key(JsonObject line, String prefix) {
    String original = line.getString("original_item_id");
    return original == null
        ? "added:" + line.getString("variant_id").substring("variant_".length())
        : original.substring(prefix.length());
  }

  @Test
  void concurrentCreationsMakeOneEdit() {
    String order = edits.newOrder();

    List<Answer> answers =
        atOnce(
            8,
            () ->
                edits.shop.adminPartLater(
                    "adminCreateOrderEdit",
                    new JsonObject(),
                    new JsonObject().put("order_id", order)));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 200)
        .allSatisfy(answer ->
            answer.refuses(400, "An active order edit already exists for the order " + order));
  }

  @Test
  void concurrentConfirmationsAndCompletionsHaveOneEffect() {
    String order = edits.newOrder();
    String edit = edits.newEdit(order).getString("id");
    edits.add(edit, "variant_7", 2);
    JsonObject requested = edits.admin("adminRequestOrderEdit", edit, new JsonObject());
    pay(requested.getJsonObject("payment_collection").getString("id"));

    List<Answer> answers =
        await(
            Future.all(
                    IntStream.range(0, 8)
                        .mapToObj(number ->
                            number % 2 == 0
                                ? edits.shop.adminPartLater(
                                    "adminConfirmOrderEdit", id(edit), new JsonObject())
                                : edits.shop.storePartLater(
                                    "storeCompleteOrderEdit", id(edit), new JsonObject()))
                        .toList())
                .map(all -> all.<Answer>list()));

    assertThat(answers)
        .allSatisfy(
            answer -> assertThat(answer.status()).as(answer.body().encode()).isEqualTo(200));
    assertThat(objects(edits.order(order), "items")).hasSize(2);
    assertThat(edits.shop.changedUnits(order, "variant_7")).isEqualTo(2);
    assertThat(edits.shop.events(edit)).filteredOn("order-edit.confirmed"::equals).hasSize(1);
    assertThat(objects(edits.order(order), "payments")).hasSize(2);
  }

  @Test
  void anOrderThatChangedMeanwhileRefusesTheEdit() {
    String order = edits.newOrder();
    String edit = edits.newEdit(order).getString("id");
    edits.add(edit, "variant_7", 1);
    Answer method =
        edits.shop.admin(
            "adminAddShippingMethod",
            order,
            new JsonObject(),
            new JsonObject().put("option_id", "so_other").put("price", 300),
            Ids.ulid());
    if (method.status() != 200) {
      edits.shop.run(
          "UPDATE \"order\" SET snapshot = jsonb_set(snapshot::jsonb, '{basket,methods}', '[]')::json"
              + " WHERE id = $1",
          order);
    }

    Answer refused = edits.shop.adminPart("adminConfirmOrderEdit", id(edit), new JsonObject());

    assertThat(refused.status()).as(refused.body().encode()).isEqualTo(409);
    assertThat(objects(edits.order(order), "items")).hasSize(1);
    assertThat(edits.shop.changedUnits(order, "variant_7")).isZero();
    edits.admin("adminRequestOrderEdit", edit, new JsonObject());
    assertThat(edits.admin("adminConfirmOrderEdit", edit, new JsonObject()).getString("status"))
        .isEqualTo("confirmed");
  }

  @Test
  void shortStockRefusesTheConfirmation() {
    String order = edits.newOrder();
    String edit = edits.newEdit(order).getString("id");
    edits.add(edit, "variant_short", 1);

    Answer refused = edits.shop.adminPart("adminConfirmOrderEdit", id(edit), new JsonObject());

    refused.refuses(409, "Variant with id: variant_short does not have the required inventory");
    assertThat(refused.body().getString("code")).isEqualTo("insufficient_inventory");
    assertThat(edits.edit(edit).getString("status")).isEqualTo("created");
  }

  @Test
  void changesAreTakenBack() {
    String order = edits.newOrder();
    String edit = edits.newEdit(order).getString("id");
    edits.add(edit, "variant_7", 1);
    String copy = objects(edits.edit(edit), "items").getFirst().getString("id");
    JsonObject path = id(edit).put("item_id", copy);
    edits.shop.adminPart("adminUpdateOrderEditItem", path, new JsonObject().put("quantity", 9));
    edits.shop.adminPart("adminDeleteOrderEditItem", path, new JsonObject());
    assertThat(objects(edits.edit(edit), "items")).hasSize(1);

    for (JsonObject change : objects(edits.edit(edit), "changes")) {
      Answer deleted =
          edits.shop.adminPart(
              "adminDeleteOrderEditChange",
              id(edit).put("change_id", change.getString("id")),
              new JsonObject());
      assertThat(deleted.status()).as(deleted.body().encode()).isEqualTo(200);
    }

    assertThat(edits.edit(edit).getLong("difference_due")).isZero();
    assertThat(objects(edits.edit(edit), "items")).hasSize(1);
    edits
        .shop
        .adminPart("adminRequestOrderEdit", id(edit), new JsonObject())
        .refuses(400, "Cannot request a confirmation on an edit with no changes");
  }

  @Test
  void anUnknownLineIsNamed() {
    String order = edits.newOrder();
    String edit = edits.newEdit(order).getString("id");
    String unknown = "Line item with item_none was not found";

    edits
        .shop
        .adminPart(
            "adminUpdateOrderEditItem",
            id(edit).put("item_id", "item_none"),
            new JsonObject().put("quantity", 1))
        .refuses(404, unknown);
    edits
        .shop
        .adminPart(
            "adminReserveOrderLineItem",
            id(order).put("line_item_id", "item_none"),
            new JsonObject().put("location_id", "sloc_1"))
        .refuses(404, unknown);
  }

  @Test
  void aConfirmationMovesTheStockOfItsLines() {
    String order = edits.newOrder();
    String edit = edits.newEdit(order).getString("id");
    JsonObject line = objects(edits.edit(edit), "items").getFirst();
    edits.add(edit, "variant_7", 2);
    JsonObject path = id(edit).put("item_id", line.getString("id"));
    edits.shop.adminPart("adminDeleteOrderEditItem", path, new JsonObject());

    edits.admin("adminConfirmOrderEdit", edit, new JsonObject());

    assertThat(edits.shop.changedUnits(order, "variant_7")).isEqualTo(2);
    assertThat(edits.shop.changedUnits(order, "variant_1")).isEqualTo(-line.getLong("quantity"));
  }

  private static void pay(String collection) {
    Answer answer =
        edits.shop.storePart(
            "storeCreatePaymentCollectionSession",
            id(collection),
            new JsonObject().put("provider_id", "manual"));
    assertThat(answer.status()).as(answer.body().encode()).isEqualTo(200);
    String session =
        objects(answer.body().getJsonObject("payment_collection"), "payment_sessions")
            .getFirst()
            .getString("id");
    assertThat(edits.authorize(collection, session).status()).isEqualTo(200);
  }

  private static void assertTotals(JsonObject shown, JsonObject expected) {
    TOTALS.forEach(
        name -> assertThat(shown.getLong(name)).as(name).isEqualTo(expected.getLong(name)));
  }
}
