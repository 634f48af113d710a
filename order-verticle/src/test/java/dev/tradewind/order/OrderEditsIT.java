package dev.tradewind.order;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.order.SettledPayment;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.OrderShop.Answer;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.providers.test.TestPaymentProvider.Outcome;
import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.PaymentState;
import dev.tradewind.testing.AfterSaleCases;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Order edits and payment collections, alone and under concurrent requests. */
class OrderEditsIT {

  private static final List<String> TOTALS =
      List.of(
          "subtotal",
          "discount_total",
          "shipping_total",
          "tax_total",
          "gift_card_total",
          "gift_card_tax_total",
          "total");

  private static OrderShop shop;

  @BeforeAll
  static void open() {
    shop = new OrderShop();
    shop.regions =
        new JsonArray()
            .add(
                new JsonObject()
                    .put("id", "reg_1")
                    .put(
                        "payment_providers",
                        new JsonArray()
                            .add(new JsonObject().put("id", TestPaymentProvider.ID))
                            .add(new JsonObject().put("id", "manual"))));
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @BeforeEach
  void reset() {
    TestPaymentProvider.reset();
    shop.offers = new JsonObject();
  }

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
    String order = shop.place(recorded.request(prefix), "manual");
    assertTotals(order(order), recorded.expected().getJsonObject("order"));
    JsonObject edited = recorded.input().getJsonObject("edit");
    JsonArray returned = edited.getJsonArray("after_return", new JsonArray());
    if (!returned.isEmpty()) {
      shop.run(
          "INSERT INTO line_progress VALUES ($1, $2, 3, 3, 3, 1)",
          prefix + returned.getJsonObject(0).getString("key"),
          order);
      shop.run(
          "UPDATE \"order\" SET fulfillment_status = 'partially_returned' WHERE id = $1", order);
    }
    JsonObject edit = newEdit(order);
    assertTotals(edit, order(order));
    for (Object each : edited.getJsonArray("changes")) {
      apply(edit.getString("id"), (JsonObject) each, prefix, edited);
    }

    JsonObject changed = edit(edit.getString("id"));

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
    JsonObject requested = admin("adminRequestOrderEdit", edit.getString("id"), new JsonObject());
    JsonObject collection = requested.getJsonObject("payment_collection");
    assertThat(collection == null ? null : collection.getLong("amount")).isEqualTo(due);
    if (collection != null) {
      pay(collection.getString("id"));
    }
    JsonObject completed =
        shop.storePart("storeCompleteOrderEdit", id(edit.getString("id")), new JsonObject())
            .body()
            .getJsonObject("order_edit");
    assertThat(completed.getString("status")).isEqualTo("confirmed");
    assertThat(completed.getLong("difference_due")).isZero();
    assertTotals(order(order), after);
    assertThat(order(order).getLong("paid_total")).isEqualTo(after.getLong("paid_total"));
    if (returned.isEmpty()) {
      assertThat(order(order).getLong("refundable_amount"))
          .isEqualTo(after.getLong("refundable_amount"));
    }
    assertThat(objects(order(order), "payments").stream().map(each -> each.getLong("amount")))
        .containsExactlyInAnyOrderElementsOf(
            after.getJsonArray("payment_amounts", new JsonArray()).stream()
                .map(amount -> ((Number) amount).longValue())
                .toList());
    assertThat(
            objects(order(order), "items").stream().map(line -> line.getLong("returned_quantity")))
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
      shop.offers.put(variant, offer);
      add(edit, variant, added.getInteger("quantity"));
      return;
    }
    boolean isRemoval = change.containsKey("remove");
    JsonObject target = change.getJsonObject(isRemoval ? "remove" : "set");
    String copy =
        objects(edit(edit), "items").stream()
            .filter(line ->
                (prefix + target.getString("key")).equals(line.getString("original_item_id")))
            .findFirst()
            .orElseThrow()
            .getString("id");
    JsonObject path = id(edit).put("item_id", copy);
    Answer answer =
        isRemoval
            ? shop.adminPart("adminDeleteOrderEditItem", path, new JsonObject())
            : shop.adminPart(
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
    String order = newOrder();

    List<Answer> answers =
        atOnce(
            8,
            () ->
                shop.adminPartLater(
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
    String order = newOrder();
    String edit = newEdit(order).getString("id");
    add(edit, "variant_7", 2);
    JsonObject requested = admin("adminRequestOrderEdit", edit, new JsonObject());
    pay(requested.getJsonObject("payment_collection").getString("id"));

    List<Answer> answers =
        await(
            Future.all(
                    IntStream.range(0, 8)
                        .mapToObj(number ->
                            number % 2 == 0
                                ? shop.adminPartLater(
                                    "adminConfirmOrderEdit", id(edit), new JsonObject())
                                : shop.storePartLater(
                                    "storeCompleteOrderEdit", id(edit), new JsonObject()))
                        .toList())
                .map(all -> all.<Answer>list()));

    assertThat(answers)
        .allSatisfy(
            answer -> assertThat(answer.status()).as(answer.body().encode()).isEqualTo(200));
    assertThat(objects(order(order), "items")).hasSize(2);
    assertThat(shop.changedUnits(order, "variant_7")).isEqualTo(2);
    assertThat(shop.events(edit)).filteredOn("order-edit.confirmed"::equals).hasSize(1);
    assertThat(objects(order(order), "payments")).hasSize(2);
  }

  @Test
  void anAuthorizationThatEndsBeforeItsEditIsCompletedIsAskedForAgain() {
    String edit = newEdit(newOrder()).getString("id");
    add(edit, "variant_7", 2);
    JsonObject requested = admin("adminRequestOrderEdit", edit, new JsonObject());
    String id = requested.getJsonObject("payment_collection").getString("id");
    long amount = requested.getLong("difference_due");
    List<JsonObject> sessions =
        objects(
            setSessions(
                id,
                new JsonArray()
                    .add(session(TestPaymentProvider.ID, 100))
                    .add(session(TestPaymentProvider.ID, amount - 100))),
            "payment_sessions");
    sessions.forEach(session -> authorize(id, session.getString("id")));

    endsAtTheProvider(id);

    JsonObject unpaid = collection(id);
    JsonObject ended =
        objects(unpaid, "payments").stream()
            .filter(payment -> payment.getString("canceled_at") != null)
            .findFirst()
            .orElseThrow();
    assertThat(unpaid.getString("status")).isEqualTo("partially_authorized");
    assertThat(unpaid.getLong("authorized_amount")).isEqualTo(amount - ended.getLong("amount"));
    assertThat(shop.events(id)).contains("payment-collection.updated");
    JsonObject open =
        objects(unpaid, "payment_sessions").stream()
            .filter(session -> session.getString("status").equals("canceled"))
            .findFirst()
            .orElseThrow();
    assertThat(open.getLong("amount")).isEqualTo(ended.getLong("amount"));
    shop.storePart("storeCompleteOrderEdit", id(edit), new JsonObject())
        .refuses(400, "Unable to complete an order edit if the payment is not authorized");
    shop.adminPart("adminCapturePayment", id(ended.getString("id")), new JsonObject())
        .refuses(400, "Payment " + ended.getString("id") + " is canceled");

    assertThat(authorize(id, open.getString("id")).status()).isEqualTo(200);
    assertThat(collection(id).getString("status")).isEqualTo("authorized");
    assertThat(shop.storePart("storeCompleteOrderEdit", id(edit), new JsonObject()).status())
        .isEqualTo(200);
    assertThat(objects(collection(id), "payments")).hasSize(3);
    assertThat(
            shop.run(
                "SELECT id FROM payment WHERE payment_collection_id = $1 AND order_id IS NOT NULL"
                    + " AND canceled_at IS NULL",
                id))
        .hasSize(2);
    assertThat(
            shop.run(
                "SELECT id FROM payment WHERE id = $1 AND order_id IS NULL", ended.getString("id")))
        .hasSize(1);
  }

  @Test
  void theMarkOfStaffOutlastsTheEndOfAnAuthorization() {
    String edit = newEdit(newOrder()).getString("id");
    add(edit, "variant_7", 2);
    JsonObject requested = admin("adminRequestOrderEdit", edit, new JsonObject());
    String id = requested.getJsonObject("payment_collection").getString("id");
    List<JsonObject> sessions =
        objects(
            setSessions(
                id,
                new JsonArray()
                    .add(session(TestPaymentProvider.ID, 100))
                    .add(session("manual", requested.getLong("difference_due") - 100))),
            "payment_sessions");
    authorize(id, sessions.getFirst().getString("id"));
    admin("adminAuthorizePaymentCollection", id, new JsonObject());

    endsAtTheProvider(id);

    assertThat(collection(id).getString("status")).isEqualTo("authorized");
    assertThat(shop.storePart("storeCompleteOrderEdit", id(edit), new JsonObject()).status())
        .isEqualTo(200);
  }

  /** The provider ends the authorization of the last payment of a collection, and tells of it. */
  private static void endsAtTheProvider(String collection) {
    String payment = objects(collection(collection), "payments").getLast().getString("id");
    shop.run(
        "UPDATE payment SET data = jsonb_build_object('id', 'at the provider') WHERE id = $1",
        payment);
    TestPaymentProvider.state(PaymentState.Status.CANCELED);
    assertThat(await(shop.client().settlePayment(shop.context(), collection, "at the provider")))
        .isEqualTo(SettledPayment.SETTLED);
    TestPaymentProvider.state(null);
  }

  @Test
  void concurrentAuthorizationsOfASessionAreOnePayment() {
    JsonObject collection = newCollection();
    String id = collection.getString("id");
    long amount = collection.getLong("amount");
    List<String> sessions =
        objects(
                setSessions(
                    id,
                    new JsonArray()
                        .add(session(TestPaymentProvider.ID, amount - 100))
                        .add(session("manual", 100))),
                "payment_sessions")
            .stream()
            .map(session -> session.getString("id"))
            .toList();
    int before = TestPaymentProvider.calls().size();

    List<Answer> answers =
        atOnce(
            8,
            () ->
                shop.storePartLater(
                    "storeAuthorizePaymentCollectionSessionBatch",
                    id(id),
                    new JsonObject().put("session_ids", new JsonArray(sessions))));

    assertThat(answers)
        .allSatisfy(
            answer -> assertThat(answer.status()).as(answer.body().encode()).isEqualTo(200));
    JsonObject paid = collection(id);
    assertThat(paid.getString("status")).isEqualTo("authorized");
    assertThat(paid.getLong("authorized_amount")).isEqualTo(amount);
    assertThat(objects(paid, "payments").stream().map(payment -> payment.getLong("amount")))
        .containsExactlyInAnyOrder(amount - 100, 100L);
    assertThat(TestPaymentProvider.calls().stream().skip(before).distinct()).hasSize(1);
    assertThat(shop.run("SELECT id FROM payment WHERE payment_collection_id = $1", id)).hasSize(2);
    assertThat(shop.events(id))
        .filteredOn("payment-collection.payment_authorized"::equals)
        .hasSize(2);
  }

  @Test
  void anAuthorizationWithoutAnswerIsRequestedAgainUnderItsKey() {
    JsonObject collection = newCollection();
    String id = collection.getString("id");
    String session =
        objects(
                setSessions(
                    id,
                    new JsonArray()
                        .add(session(TestPaymentProvider.ID, collection.getLong("amount")))),
                "payment_sessions")
            .getFirst()
            .getString("id");
    int before = TestPaymentProvider.calls().size();
    TestPaymentProvider.answer(Outcome.FAILS);
    assertThat(authorize(id, session).status()).isEqualTo(503);
    assertThat(collection(id).getJsonArray("payments")).isEmpty();
    // Its outcome decides first.
    assertThat(
            shop.storePart(
                    "storeCreatePaymentCollectionSession",
                    id(id),
                    new JsonObject().put("provider_id", "manual"))
                .status())
        .isEqualTo(409);

    TestPaymentProvider.answer(Outcome.DONE);
    assertThat(authorize(id, session).status()).isEqualTo(200);

    assertThat(TestPaymentProvider.calls().stream().skip(before)).hasSize(2);
    assertThat(TestPaymentProvider.calls().stream().skip(before).distinct()).hasSize(1);
    assertThat(collection(id).getString("status")).isEqualTo("authorized");
  }

  @Test
  void aDeclinedAuthorizationLeavesNothingAndMayBeTriedAgain() {
    JsonObject collection = newCollection();
    String id = collection.getString("id");
    long amount = collection.getLong("amount");
    List<JsonObject> sessions =
        objects(
            setSessions(
                id,
                new JsonArray()
                    .add(session("manual", 100))
                    .add(session(TestPaymentProvider.ID, amount - 100))),
            "payment_sessions");
    String scripted = sessions.getLast().getString("id");
    TestPaymentProvider.authorize(Authorization.Status.REQUIRES_MORE);

    authorize(id, scripted).refuses(422, "Failed to authorize Payment Session id \"" + id + "\"");
    assertThat(collection(id).getString("status")).isEqualTo("awaiting");
    assertThat(authorize(id, sessions.getFirst().getString("id")).status()).isEqualTo(200);
    assertThat(collection(id).getString("status")).isEqualTo("partially_authorized");
    assertThat(collection(id).getLong("authorized_amount")).isEqualTo(100);
    TestPaymentProvider.authorize(Authorization.Status.AUTHORIZED);
    assertThat(authorize(id, scripted).status()).isEqualTo(200);

    assertThat(collection(id).getString("status")).isEqualTo("authorized");
    assertThat(collection(id).getJsonArray("payments")).hasSize(2);
  }

  @Test
  void aCanceledEditVoidsWhatWasAuthorized() {
    String order = newOrder();
    String edit = newEdit(order).getString("id");
    add(edit, "variant_7", 1);
    JsonObject requested = admin("adminRequestOrderEdit", edit, new JsonObject());
    String id = requested.getJsonObject("payment_collection").getString("id");
    String session =
        objects(
                setSessions(
                    id,
                    new JsonArray()
                        .add(session(TestPaymentProvider.ID, requested.getLong("difference_due")))),
                "payment_sessions")
            .getFirst()
            .getString("id");
    authorize(id, session);
    String payment = objects(collection(id), "payments").getFirst().getString("id");
    // What is authorized is not changed any more.
    assertThat(shop.adminPart("adminRequestOrderEdit", id(edit), new JsonObject()).status())
        .isEqualTo(400);

    List<Answer> answers =
        atOnce(4, () -> shop.adminPartLater("adminCancelOrderEdit", id(edit), new JsonObject()));

    assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
    assertThat(collection(id).getString("status")).isEqualTo("canceled");
    assertThat(objects(collection(id), "payments").getFirst().getString("canceled_at")).isNotNull();
    assertThat(TestPaymentProvider.calls(payment)).hasSize(2);
    shop.storePart("storeCompleteOrderEdit", id(edit), new JsonObject())
        .refuses(400, "Cannot complete an order edit with status canceled");
    assertThat(objects(order(order), "items")).hasSize(1);
  }

  @Test
  void anOrderThatChangedMeanwhileRefusesTheEdit() {
    String order = newOrder();
    String edit = newEdit(order).getString("id");
    add(edit, "variant_7", 1);
    Answer method =
        shop.admin(
            "adminAddShippingMethod",
            order,
            new JsonObject(),
            new JsonObject().put("option_id", "so_other").put("price", 300),
            Ids.ulid());
    if (method.status() != 200) {
      shop.run(
          "UPDATE \"order\" SET snapshot = jsonb_set(snapshot::jsonb, '{basket,methods}', '[]')::json"
              + " WHERE id = $1",
          order);
    }

    Answer refused = shop.adminPart("adminConfirmOrderEdit", id(edit), new JsonObject());

    assertThat(refused.status()).as(refused.body().encode()).isEqualTo(409);
    assertThat(objects(order(order), "items")).hasSize(1);
    assertThat(shop.changedUnits(order, "variant_7")).isZero();
    admin("adminRequestOrderEdit", edit, new JsonObject());
    assertThat(admin("adminConfirmOrderEdit", edit, new JsonObject()).getString("status"))
        .isEqualTo("confirmed");
  }

  @Test
  void shortStockRefusesTheConfirmation() {
    String order = newOrder();
    String edit = newEdit(order).getString("id");
    add(edit, "variant_short", 1);

    Answer refused = shop.adminPart("adminConfirmOrderEdit", id(edit), new JsonObject());

    refused.refuses(409, "Variant with id: variant_short does not have the required inventory");
    assertThat(refused.body().getString("code")).isEqualTo("insufficient_inventory");
    assertThat(edit(edit).getString("status")).isEqualTo("created");
  }

  @Test
  void changesAreTakenBack() {
    String order = newOrder();
    String edit = newEdit(order).getString("id");
    add(edit, "variant_7", 1);
    String copy = objects(edit(edit), "items").getFirst().getString("id");
    JsonObject path = id(edit).put("item_id", copy);
    shop.adminPart("adminUpdateOrderEditItem", path, new JsonObject().put("quantity", 9));
    shop.adminPart("adminDeleteOrderEditItem", path, new JsonObject());
    assertThat(objects(edit(edit), "items")).hasSize(1);

    for (JsonObject change : objects(edit(edit), "changes")) {
      Answer deleted =
          shop.adminPart(
              "adminDeleteOrderEditChange",
              id(edit).put("change_id", change.getString("id")),
              new JsonObject());
      assertThat(deleted.status()).as(deleted.body().encode()).isEqualTo(200);
    }

    assertThat(edit(edit).getLong("difference_due")).isZero();
    assertThat(objects(edit(edit), "items")).hasSize(1);
    shop.adminPart("adminRequestOrderEdit", id(edit), new JsonObject())
        .refuses(400, "Cannot request a confirmation on an edit with no changes");
  }

  @Test
  void anUnknownLineIsNamed() {
    String order = newOrder();
    String edit = newEdit(order).getString("id");
    String unknown = "Line item with item_none was not found";

    shop.adminPart(
            "adminUpdateOrderEditItem",
            id(edit).put("item_id", "item_none"),
            new JsonObject().put("quantity", 1))
        .refuses(404, unknown);
    shop.adminPart(
            "adminReserveOrderLineItem",
            id(order).put("line_item_id", "item_none"),
            new JsonObject().put("location_id", "sloc_1"))
        .refuses(404, unknown);
  }

  @Test
  void aConfirmationMovesTheStockOfItsLines() {
    String order = newOrder();
    String edit = newEdit(order).getString("id");
    JsonObject line = objects(edit(edit), "items").getFirst();
    add(edit, "variant_7", 2);
    JsonObject path = id(edit).put("item_id", line.getString("id"));
    shop.adminPart("adminDeleteOrderEditItem", path, new JsonObject());

    admin("adminConfirmOrderEdit", edit, new JsonObject());

    assertThat(shop.changedUnits(order, "variant_7")).isEqualTo(2);
    assertThat(shop.changedUnits(order, "variant_1")).isEqualTo(-line.getLong("quantity"));
  }

  @Test
  void paymentsAreCapturedAndRefundedOnceByThemselves() {
    String order = shop.newOrders(1, TestPaymentProvider.ID).getFirst();
    String payment = objects(order(order), "payments").getFirst().getString("id");
    shop.adminPart(
            "adminRefundPayment",
            id(payment),
            new JsonObject().put("amount", 10).put("reason", "other"))
        .refuses(400, "Payment " + payment + " is not captured");

    List<Answer> captures =
        atOnce(6, () -> shop.adminPartLater("adminCapturePayment", id(payment), new JsonObject()));

    assertThat(captures).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
    assertThat(TestPaymentProvider.calls(payment).stream().distinct()).hasSize(1);
    assertThat(order(order).getString("payment_status")).isEqualTo("captured");
    long amount = order(order).getLong("paid_total");
    List<Answer> refunds =
        atOnce(
            6,
            () ->
                shop.adminPartLater(
                    "adminRefundPayment",
                    id(payment),
                    new JsonObject().put("amount", amount / 2).put("reason", "discount")));
    assertThat(refunds).filteredOn(answer -> answer.status() == 200).hasSize(2);
    assertThat(
            refunds.stream()
                .filter(answer -> answer.status() == 200)
                .findFirst()
                .orElseThrow()
                .body()
                .getJsonObject("refund")
                .getString("payment_id"))
        .isEqualTo(payment);
    assertThat(order(order).getLong("refunded_total")).isEqualTo(amount / 2 * 2);
    assertThat(shop.events(payment))
        .containsExactly(
            "payment.payment_captured",
            "payment.payment_refund_created",
            "payment.payment_refund_created");
  }

  @Test
  void aPaymentCollectionOfAnAccountExistsForItsCustomerOnly() {
    JsonObject collection = newCollection();
    String id = collection.getString("id");
    JsonArray whole = new JsonArray().add(session("manual", collection.getLong("amount")));
    String session = objects(setSessions(id, whole), "payment_sessions").getFirst().getString("id");
    String owner =
        shop.run(
                "SELECT customer_id FROM \"order\" WHERE id ="
                    + " (SELECT order_id FROM payment_collection WHERE id = $1)",
                id)
            .iterator()
            .next()
            .getString(0);
    Map<String, JsonObject> requests =
        Map.of(
            "storeGetPaymentCollection",
            new JsonObject(),
            "storeCreatePaymentCollectionSession",
            new JsonObject().put("provider_id", "manual"),
            "storeAddSessionsToPaymentCollection",
            new JsonObject().put("sessions", whole),
            "storeUpdatePaymentCollectionSession",
            new JsonObject(),
            "storeAuthorizePaymentCollectionSession",
            new JsonObject(),
            "storeAuthorizePaymentCollectionSessionBatch",
            new JsonObject().put("session_ids", new JsonArray().add(session)));
    JsonObject path = id(id).put("session_id", session);
    String hidden = "Payment collection with id " + id + " was not found";

    shop.accounts = true;
    try {
      requests.forEach((operation, body) -> {
        shop.storePart(operation, path, body).refuses(404, hidden);
        shop.customerPart("cus_stranger", operation, path, body).refuses(404, hidden);
      });
      assertThat(collection(id).getString("status")).isEqualTo("not_paid");
      assertThat(objects(collection(id), "payment_sessions").getFirst().getString("id"))
          .isEqualTo(session);
      assertThat(
              shop.customerPart(
                      owner, "storeAuthorizePaymentCollectionSession", path, new JsonObject())
                  .status())
          .isEqualTo(200);
    } finally {
      shop.accounts = false;
    }
    assertThat(collection(id).getString("status")).isEqualTo("authorized");
  }

  private static String newOrder() {
    return shop.newOrders(1, "manual").getFirst();
  }

  private static JsonObject newEdit(String order) {
    return admin("adminCreateOrderEdit", "", new JsonObject().put("order_id", order));
  }

  private static JsonObject newCollection() {
    String edit = newEdit(newOrder()).getString("id");
    add(edit, "variant_7", 3);
    return admin("adminRequestOrderEdit", edit, new JsonObject())
        .getJsonObject("payment_collection");
  }

  private static void add(String edit, String variant, int quantity) {
    admin(
        "adminCreateOrderEditItem",
        edit,
        new JsonObject().put("variant_id", variant).put("quantity", quantity));
  }

  private static JsonObject edit(String id) {
    return admin("adminGetOrderEdit", id, new JsonObject());
  }

  private static JsonObject admin(String operation, String id, JsonObject body) {
    Answer answer = shop.adminPart(operation, id(id), body);
    assertThat(answer.status()).as(answer.body().encode()).isEqualTo(200);
    return answer.body().getJsonObject("order_edit");
  }

  private static JsonObject collection(String id) {
    return shop.adminPart("adminGetPaymentCollection", id(id), new JsonObject())
        .body()
        .getJsonObject("payment_collection");
  }

  private static JsonObject setSessions(String collection, JsonArray sessions) {
    Answer answer =
        shop.storePart(
            "storeAddSessionsToPaymentCollection",
            id(collection),
            new JsonObject().put("sessions", sessions));
    assertThat(answer.status()).as(answer.body().encode()).isEqualTo(200);
    return answer.body().getJsonObject("payment_collection");
  }

  private static JsonObject session(String provider, long amount) {
    return new JsonObject().put("provider_id", provider).put("amount", amount);
  }

  private static Answer authorize(String collection, String session) {
    return shop.storePart(
        "storeAuthorizePaymentCollectionSession",
        id(collection).put("session_id", session),
        new JsonObject());
  }

  private static void pay(String collection) {
    Answer answer =
        shop.storePart(
            "storeCreatePaymentCollectionSession",
            id(collection),
            new JsonObject().put("provider_id", "manual"));
    assertThat(answer.status()).as(answer.body().encode()).isEqualTo(200);
    String session =
        objects(answer.body().getJsonObject("payment_collection"), "payment_sessions")
            .getFirst()
            .getString("id");
    assertThat(authorize(collection, session).status()).isEqualTo(200);
  }

  private static JsonObject order(String id) {
    return shop.admin("adminGetOrder", id).order();
  }

  private static JsonObject id(String id) {
    return new JsonObject().put("id", id);
  }

  private static void assertTotals(JsonObject shown, JsonObject expected) {
    TOTALS.forEach(
        name -> assertThat(shown.getLong(name)).as(name).isEqualTo(expected.getLong(name)));
  }

  private static List<JsonObject> objects(JsonObject parent, String name) {
    return parent.getJsonArray(name).stream().map(JsonObject.class::cast).toList();
  }

  private static List<Answer> atOnce(int times, Supplier<Future<Answer>> request) {
    return await(
        Future.all(IntStream.range(0, times).mapToObj(number -> request.get()).toList())
            .map(all -> all.<Answer>list()));
  }
}
