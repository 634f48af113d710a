package dev.tradewind.order;

import static dev.tradewind.order.EditedOrders.atOnce;
import static dev.tradewind.order.EditedOrders.id;
import static dev.tradewind.order.EditedOrders.session;
import static dev.tradewind.order.RefundCase.objects;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.order.SettledPayment;
import dev.tradewind.order.OrderShop.Answer;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.providers.test.TestPaymentProvider.Outcome;
import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.PaymentState;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Payment collections of order edits, alone and under concurrent requests. */
class PaymentCollectionsIT {

  @RegisterExtension static final EditedOrders edits = new EditedOrders();

  @Test
  void anAuthorizationThatEndsBeforeItsEditIsCompletedIsAskedForAgain() {
    String edit = edits.newEdit(edits.newOrder()).getString("id");
    edits.add(edit, "variant_7", 2);
    JsonObject requested = edits.admin("adminRequestOrderEdit", edit, new JsonObject());
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
    sessions.forEach(session -> edits.authorize(id, session.getString("id")));

    endsAtTheProvider(id);

    JsonObject unpaid = edits.collection(id);
    JsonObject ended =
        objects(unpaid, "payments").stream()
            .filter(payment -> payment.getString("canceled_at") != null)
            .findFirst()
            .orElseThrow();
    assertThat(unpaid.getString("status")).isEqualTo("partially_authorized");
    assertThat(unpaid.getLong("authorized_amount")).isEqualTo(amount - ended.getLong("amount"));
    assertThat(edits.shop.events(id)).contains("payment-collection.updated");
    JsonObject open =
        objects(unpaid, "payment_sessions").stream()
            .filter(session -> session.getString("status").equals("canceled"))
            .findFirst()
            .orElseThrow();
    assertThat(open.getLong("amount")).isEqualTo(ended.getLong("amount"));
    edits
        .shop
        .storePart("storeCompleteOrderEdit", id(edit), new JsonObject())
        .refuses(400, "Unable to complete an order edit if the payment is not authorized");
    edits
        .shop
        .adminPart("adminCapturePayment", id(ended.getString("id")), new JsonObject())
        .refuses(400, "Payment " + ended.getString("id") + " is canceled");

    assertThat(edits.authorize(id, open.getString("id")).status()).isEqualTo(200);
    assertThat(edits.collection(id).getString("status")).isEqualTo("authorized");
    assertThat(edits.shop.storePart("storeCompleteOrderEdit", id(edit), new JsonObject()).status())
        .isEqualTo(200);
    assertThat(objects(edits.collection(id), "payments")).hasSize(3);
    assertThat(
            edits.shop.run(
                "SELECT id FROM payment WHERE payment_collection_id = $1 AND order_id IS NOT NULL"
                    + " AND canceled_at IS NULL",
                id))
        .hasSize(2);
    assertThat(
            edits.shop.run(
                "SELECT id FROM payment WHERE id = $1 AND order_id IS NULL", ended.getString("id")))
        .hasSize(1);
  }

  @Test
  void theMarkOfStaffOutlastsTheEndOfAnAuthorization() {
    String edit = edits.newEdit(edits.newOrder()).getString("id");
    edits.add(edit, "variant_7", 2);
    JsonObject requested = edits.admin("adminRequestOrderEdit", edit, new JsonObject());
    String id = requested.getJsonObject("payment_collection").getString("id");
    List<JsonObject> sessions =
        objects(
            setSessions(
                id,
                new JsonArray()
                    .add(session(TestPaymentProvider.ID, 100))
                    .add(session("manual", requested.getLong("difference_due") - 100))),
            "payment_sessions");
    edits.authorize(id, sessions.getFirst().getString("id"));
    edits.admin("adminAuthorizePaymentCollection", id, new JsonObject());

    endsAtTheProvider(id);

    assertThat(edits.collection(id).getString("status")).isEqualTo("authorized");
    assertThat(edits.shop.storePart("storeCompleteOrderEdit", id(edit), new JsonObject()).status())
        .isEqualTo(200);
  }

  /** The provider ends the authorization of the last payment of a collection, and tells of it. */
  private static void endsAtTheProvider(String collection) {
    String payment = objects(edits.collection(collection), "payments").getLast().getString("id");
    edits.shop.run(
        "UPDATE payment SET data = jsonb_build_object('id', 'at the provider') WHERE id = $1",
        payment);
    TestPaymentProvider.state(PaymentState.Status.CANCELED);
    assertThat(
            await(
                edits
                    .shop
                    .client()
                    .settlePayment(edits.shop.context(), collection, "at the provider")))
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
                edits.shop.storePartLater(
                    "storeAuthorizePaymentCollectionSessionBatch",
                    id(id),
                    new JsonObject().put("session_ids", new JsonArray(sessions))));

    assertThat(answers)
        .allSatisfy(
            answer -> assertThat(answer.status()).as(answer.body().encode()).isEqualTo(200));
    JsonObject paid = edits.collection(id);
    assertThat(paid.getString("status")).isEqualTo("authorized");
    assertThat(paid.getLong("authorized_amount")).isEqualTo(amount);
    assertThat(objects(paid, "payments").stream().map(payment -> payment.getLong("amount")))
        .containsExactlyInAnyOrder(amount - 100, 100L);
    assertThat(TestPaymentProvider.calls().stream().skip(before).distinct()).hasSize(1);
    assertThat(edits.shop.run("SELECT id FROM payment WHERE payment_collection_id = $1", id))
        .hasSize(2);
    assertThat(edits.shop.events(id))
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
    assertThat(edits.authorize(id, session).status()).isEqualTo(503);
    assertThat(edits.collection(id).getJsonArray("payments")).isEmpty();
    // Its outcome decides first.
    assertThat(
            edits
                .shop
                .storePart(
                    "storeCreatePaymentCollectionSession",
                    id(id),
                    new JsonObject().put("provider_id", "manual"))
                .status())
        .isEqualTo(409);

    TestPaymentProvider.answer(Outcome.DONE);
    assertThat(edits.authorize(id, session).status()).isEqualTo(200);

    assertThat(TestPaymentProvider.calls().stream().skip(before)).hasSize(2);
    assertThat(TestPaymentProvider.calls().stream().skip(before).distinct()).hasSize(1);
    assertThat(edits.collection(id).getString("status")).isEqualTo("authorized");
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

    edits
        .authorize(id, scripted)
        .refuses(422, "Failed to authorize Payment Session id \"" + id + "\"");
    assertThat(edits.collection(id).getString("status")).isEqualTo("awaiting");
    assertThat(edits.authorize(id, sessions.getFirst().getString("id")).status()).isEqualTo(200);
    assertThat(edits.collection(id).getString("status")).isEqualTo("partially_authorized");
    assertThat(edits.collection(id).getLong("authorized_amount")).isEqualTo(100);
    TestPaymentProvider.authorize(Authorization.Status.AUTHORIZED);
    assertThat(edits.authorize(id, scripted).status()).isEqualTo(200);

    assertThat(edits.collection(id).getString("status")).isEqualTo("authorized");
    assertThat(edits.collection(id).getJsonArray("payments")).hasSize(2);
  }

  @Test
  void aCanceledEditVoidsWhatWasAuthorized() {
    String order = edits.newOrder();
    String edit = edits.newEdit(order).getString("id");
    edits.add(edit, "variant_7", 1);
    JsonObject requested = edits.admin("adminRequestOrderEdit", edit, new JsonObject());
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
    edits.authorize(id, session);
    String payment = objects(edits.collection(id), "payments").getFirst().getString("id");
    // What is authorized is not changed any more.
    assertThat(edits.shop.adminPart("adminRequestOrderEdit", id(edit), new JsonObject()).status())
        .isEqualTo(400);

    List<Answer> answers =
        atOnce(
            4, () -> edits.shop.adminPartLater("adminCancelOrderEdit", id(edit), new JsonObject()));

    assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
    assertThat(edits.collection(id).getString("status")).isEqualTo("canceled");
    assertThat(objects(edits.collection(id), "payments").getFirst().getString("canceled_at"))
        .isNotNull();
    assertThat(TestPaymentProvider.calls(payment)).hasSize(2);
    edits
        .shop
        .storePart("storeCompleteOrderEdit", id(edit), new JsonObject())
        .refuses(400, "Cannot complete an order edit with status canceled");
    assertThat(objects(edits.order(order), "items")).hasSize(1);
  }

  @Test
  void paymentsAreCapturedAndRefundedOnceByThemselves() {
    String order = edits.shop.newOrders(1, TestPaymentProvider.ID).getFirst();
    String payment = objects(edits.order(order), "payments").getFirst().getString("id");
    edits
        .shop
        .adminPart(
            "adminRefundPayment",
            id(payment),
            new JsonObject().put("amount", 10).put("reason", "other"))
        .refuses(400, "Payment " + payment + " is not captured");

    List<Answer> captures =
        atOnce(
            6,
            () -> edits.shop.adminPartLater("adminCapturePayment", id(payment), new JsonObject()));

    assertThat(captures).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
    assertThat(TestPaymentProvider.calls(payment).stream().distinct()).hasSize(1);
    assertThat(edits.order(order).getString("payment_status")).isEqualTo("captured");
    long amount = edits.order(order).getLong("paid_total");
    List<Answer> refunds =
        atOnce(
            6,
            () ->
                edits.shop.adminPartLater(
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
    assertThat(edits.order(order).getLong("refunded_total")).isEqualTo(amount / 2 * 2);
    assertThat(edits.shop.events(payment))
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
        edits
            .shop
            .run(
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

    edits.shop.accounts = true;
    try {
      requests.forEach((operation, body) -> {
        edits.shop.storePart(operation, path, body).refuses(404, hidden);
        edits.shop.customerPart("cus_stranger", operation, path, body).refuses(404, hidden);
      });
      assertThat(edits.collection(id).getString("status")).isEqualTo("not_paid");
      assertThat(objects(edits.collection(id), "payment_sessions").getFirst().getString("id"))
          .isEqualTo(session);
      assertThat(
              edits
                  .shop
                  .customerPart(
                      owner, "storeAuthorizePaymentCollectionSession", path, new JsonObject())
                  .status())
          .isEqualTo(200);
    } finally {
      edits.shop.accounts = false;
    }
    assertThat(edits.collection(id).getString("status")).isEqualTo("authorized");
  }

  private static JsonObject newCollection() {
    String edit = edits.newEdit(edits.newOrder()).getString("id");
    edits.add(edit, "variant_7", 3);
    return edits
        .admin("adminRequestOrderEdit", edit, new JsonObject())
        .getJsonObject("payment_collection");
  }

  private static JsonObject setSessions(String collection, JsonArray sessions) {
    Answer answer =
        edits.shop.storePart(
            "storeAddSessionsToPaymentCollection",
            id(collection),
            new JsonObject().put("sessions", sessions));
    assertThat(answer.status()).as(answer.body().encode()).isEqualTo(200);
    return answer.body().getJsonObject("payment_collection");
  }
}
