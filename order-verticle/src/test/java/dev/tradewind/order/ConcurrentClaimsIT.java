package dev.tradewind.order;

import static dev.tradewind.order.ClaimedOrder.items;
import static dev.tradewind.order.ClaimedOrder.methods;
import static dev.tradewind.order.RefundCase.objects;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.OrderShop.Answer;
import dev.tradewind.providers.test.TestFulfillmentProvider;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.providers.test.TestPaymentProvider.Outcome;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Concurrent requests for claims, each with one effect; providers that refuse or do not answer. */
class ConcurrentClaimsIT {

  @RegisterExtension static final ClaimedOrder claims = new ClaimedOrder();

  @Test
  void concurrentClaimsDoNotClaimAUnitTwice() {
    claims.shipped();

    List<Answer> answers = atOnce(8, () -> claims.claimLater(claims.refund(3), Ids.ulid()));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 200)
        .allSatisfy(
            answer -> answer.refuses(400, "Cannot claim more of an item than has been fulfilled."));
    JsonObject claimed = claims.get(claims.order);
    assertThat(objects(claimed, "refunds")).hasSize(1);
    assertThat(claimed.getLong("refunded_total")).isEqualTo(3_600);
    assertThat(claims.claim(claims.refund(2)).status()).isEqualTo(400);
    assertThat(claims.claim(claims.refund(1)).status()).isEqualTo(200);
  }

  @Test
  void concurrentRequestsWithOneKeyAreOneClaim() {
    claims.shipped();
    String key = Ids.ulid();
    int before = TestPaymentProvider.calls().size();

    List<Answer> answers = atOnce(8, () -> claims.claimLater(claims.refund(1), key));

    assertThat(answers).allSatisfy(answer -> assertThat(answer.order()).isNotNull());
    JsonObject claimed = claims.get(claims.order);
    assertThat(objects(claimed, "claims")).hasSize(1);
    assertThat(objects(claimed, "refunds").stream().map(each -> each.getLong("amount")))
        .containsExactly(1_200L);
    assertThat(TestPaymentProvider.calls().stream().skip(before).distinct()).hasSize(1);
    String id = claims.lastClaim().getString("id");
    assertThat(claims.shop.events(id)).containsExactly("claim.created", "claim.refund_processed");
    assertThat(
            claims.shop.events(
                objects(claims.lastClaim(), "claim_items").getFirst().getString("id")))
        .containsExactly("claim_item.created");
    assertThat(await(claims.claimLater(claims.refund(2), key)).status()).isEqualTo(422);
  }

  @Test
  void concurrentRefundsNeverExceedWhatIsCaptured() {
    claims.shipped();
    long paid = claims.get(claims.order).getLong("paid_total");

    List<Answer> answers =
        atOnce(
            4,
            () -> claims.claimLater(claims.refund(1).put("refund_amount", paid - 100), Ids.ulid()));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 200)
        .allSatisfy(
            answer -> answer.refuses(400, "Refund amount is greater that the refundable amount"));
    assertThat(objects(claims.get(claims.order), "claims")).hasSize(1);
    assertThat(claims.get(claims.order).getLong("refunded_total")).isEqualTo(paid - 100);
    assertThat(claims.get(claims.order).getString("payment_status")).isEqualTo("captured");
  }

  @Test
  void concurrentFulfillmentsShipmentsAndCancellationsOfAReplacementHaveOneEffect() {
    claims.shipped();
    claims.claim(claims.replacement(2).put("shipping_methods", methods())).order();
    JsonObject path = claims.path(claims.lastClaim());

    List<Answer> fulfilled =
        atOnce(
            6,
            () ->
                claims.shop.adminPartLater(
                    "adminCreateOrderClaimFulfillment", path, new JsonObject()));

    assertThat(fulfilled).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(fulfilled).allMatch(answer -> answer.status() < 500);
    JsonObject claim = claims.lastClaim();
    assertThat(claim.getString("fulfillment_status")).isEqualTo("fulfilled");
    assertThat(objects(claim, "additional_items").getFirst().getLong("fulfilled_quantity"))
        .isEqualTo(2);
    JsonObject fulfillment = objects(claim, "fulfillments").getFirst();
    assertThat(fulfillment.getString("claim_order_id")).isEqualTo(claim.getString("id"));
    assertThat(fulfillment.getString("order_id")).isNull();
    assertThat(objects(claims.get(claims.order), "fulfillments")).hasSize(1);
    claims
        .shop
        .adminPart("adminCreateOrderClaimFulfillment", path, new JsonObject())
        .refuses(400, "The claim has already been fulfilled.");

    JsonObject ofFulfillment = path.copy().put("fulfillment_id", fulfillment.getString("id"));
    assertThat(
            atOnce(
                4,
                () ->
                    claims.shop.adminPartLater(
                        "adminCancelOrderClaimFulfillment", ofFulfillment, new JsonObject())))
        .allMatch(answer -> answer.status() == 200);
    assertThat(claims.lastClaim().getString("fulfillment_status")).isEqualTo("canceled");
    assertThat(
            objects(claims.lastClaim(), "additional_items")
                .getFirst()
                .getLong("fulfilled_quantity"))
        .isZero();
    assertThat(
            claims
                .shop
                .adminPart("adminCreateOrderClaimFulfillment", path, new JsonObject())
                .status())
        .isEqualTo(200);
    JsonObject shipment =
        new JsonObject()
            .put(
                "fulfillment_id",
                objects(claims.lastClaim(), "fulfillments").getLast().getString("id"))
            .put("tracking_numbers", new JsonArray().add("T1"));

    List<Answer> shipped =
        atOnce(
            4, () -> claims.shop.adminPartLater("adminCreateOrderClaimShipment", path, shipment));

    assertThat(shipped).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(shipped)
        .filteredOn(answer -> answer.status() != 200)
        .allSatisfy(answer -> answer.refuses(400, "Fulfillment has already been shipped"));
    assertThat(claims.lastClaim().getString("fulfillment_status")).isEqualTo("shipped");
    assertThat(
            objects(claims.lastClaim(), "additional_items").getFirst().getLong("shipped_quantity"))
        .isEqualTo(2);
    assertThat(claims.shop.events(claim.getString("id")))
        .containsExactly(
            "claim.created",
            "claim.fulfillment_created",
            "claim.fulfillment_canceled",
            "claim.fulfillment_created",
            "claim.shipment_created");
    // The additional units are with the customer now, and can be returned or claimed themselves.
    assertThat(objects(returnable(), "returnable_items")).hasSize(2);
  }

  @Test
  void concurrentCancellationsReturnTheStockOnceAndFreeTheUnits() {
    claims.shipped();
    claims.claim(claims.replacement(3)).order();
    assertThat(claims.shop.takenUnits(claims.variant)).isEqualTo(3);
    JsonObject path = claims.path(claims.lastClaim());
    claims.shop.admin("adminCancelOrder", claims.order).refuses(400, cannotCancelFulfilled());

    List<Answer> answers =
        atOnce(
            6, () -> claims.shop.adminPartLater("adminCancelOrderClaim", path, new JsonObject()));

    assertThat(answers).allMatch(answer -> answer.status() == 200);
    JsonObject claim = claims.lastClaim();
    assertThat(claim.getString("fulfillment_status")).isEqualTo("canceled");
    assertThat(claim.getString("payment_status")).isEqualTo("na");
    assertThat(claims.shop.takenUnits(claims.variant)).isZero();
    assertThat(claims.shop.events(claim.getString("id")))
        .containsExactly("claim.created", "claim.canceled");
    claims
        .shop
        .adminPart("adminUpdateOrderClaim", path, new JsonObject())
        .refuses(400, "Canceled claim cannot be updated");
    claims
        .shop
        .adminPart("adminCreateOrderClaimFulfillment", path, new JsonObject())
        .refuses(400, "Canceled claim cannot be fulfilled");
    assertThat(claims.claim(claims.refund(4)).status()).isEqualTo(200);
  }

  private static String cannotCancelFulfilled() {
    return "All fulfillments must be canceled before canceling an order";
  }

  @Test
  void concurrentCancellationsAndFulfillmentsHaveOneWinner() {
    claims.shipped();
    for (int round = 0; round < 4; round++) {
      claims.claim(claims.replacement(1).put("shipping_methods", methods())).order();
      JsonObject path = claims.path(claims.lastClaim());
      List<Answer> both =
          await(
              Future.all(
                      claims.shop.adminPartLater("adminCancelOrderClaim", path, new JsonObject()),
                      claims.shop.adminPartLater(
                          "adminCreateOrderClaimFulfillment", path, new JsonObject()))
                  .map(all -> all.<Answer>list()));

      assertThat(both).allMatch(answer -> answer.status() < 500);
      JsonObject claim = claims.lastClaim();
      boolean isCanceled = claim.getString("canceled_at") != null;
      assertThat(objects(claim, "fulfillments")).hasSize(isCanceled ? 0 : 1);
    }
  }

  @Test
  void concurrentReceiptsOfTheReturnReceiveItOnceAndRefundNothing() {
    claims.shipped();
    claims.claim(claims.replacement(2).put("return_shipping", new JsonObject())).order();
    JsonObject returned = claims.lastClaim().getJsonObject("return_order");
    assertThat(returned.getLong("refund_amount")).isZero();
    assertThat(objects(claims.get(claims.order), "returns").getFirst().getString("claim_order_id"))
        .isEqualTo(claims.lastClaim().getString("id"));
    // Its units are expected back already.
    claims
        .shop
        .admin(
            "adminReturnOrder", claims.order, new JsonObject(), items(claims.line, 3), Ids.ulid())
        .refuses(400, "Cannot return more items than have been purchased");
    claims
        .shop
        .adminPart("adminCancelOrderClaim", claims.path(claims.lastClaim()), new JsonObject())
        .refuses(400, "Return must be canceled before the claim can be canceled");

    List<Answer> answers =
        atOnce(
            4,
            () ->
                claims.shop.adminPartLater(
                    "adminReceiveReturn",
                    new JsonObject().put("id", returned.getString("id")),
                    items(claims.line, 2)));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    JsonObject after = claims.get(claims.order);
    assertThat(after.getString("fulfillment_status")).isEqualTo("partially_returned");
    assertThat(objects(after, "items").getFirst().getLong("returned_quantity")).isEqualTo(2);
    assertThat(after.getLong("refunded_total")).isZero();
    assertThat(claims.shop.receivedUnits(List.of(returned.getString("id")), "variant_1"))
        .isEqualTo(2);
  }

  @Test
  void shippedReplacementsAreReturnedIntoStock() {
    claims.shipped();
    claims.claim(claims.replacement(2).put("shipping_methods", methods())).order();
    String replacing = objects(claims.lastClaim(), "additional_items").getFirst().getString("id");
    JsonObject request = items(replacing, 1);
    // They are not with the customer yet.
    claims
        .shop
        .admin("adminReturnOrder", claims.order, new JsonObject(), request, Ids.ulid())
        .refuses(400, "Cannot return more items than have been purchased");
    claims
        .shop
        .adminPart(
            "adminCreateOrderClaimFulfillment", claims.path(claims.lastClaim()), new JsonObject())
        .order();

    JsonObject after =
        claims
            .shop
            .admin(
                "adminReturnOrder",
                claims.order,
                new JsonObject(),
                request.put("receive_now", true),
                Ids.ulid())
            .order();

    String returned = objects(after, "returns").getLast().getString("id");
    assertThat(claims.shop.receivedUnits(List.of(returned), claims.variant)).isEqualTo(1);
    assertThat(
            objects(claims.lastClaim(), "additional_items").getFirst().getLong("returned_quantity"))
        .isEqualTo(1);
  }

  @Test
  void aRefundWithoutAnswerIsFinishedOnceByTheNextRequestOrTheRetrier() {
    claims.shipped();
    String key = Ids.ulid();
    int before = TestPaymentProvider.calls().size();
    TestPaymentProvider.answer(Outcome.FAILS);
    assertThat(await(claims.claimLater(claims.refund(1), key)).status()).isEqualTo(503);
    assertThat(claims.lastClaim().getString("payment_status")).isEqualTo("not_refunded");
    claims
        .shop
        .adminPart("adminCancelOrderClaim", claims.path(claims.lastClaim()), new JsonObject())
        .refuses(400, "Claim with a refund cannot be canceled");

    TestPaymentProvider.answer(Outcome.DONE);
    assertThat(await(claims.claimLater(claims.refund(1), key)).status()).isEqualTo(200);

    assertThat(claims.lastClaim().getString("payment_status")).isEqualTo("refunded");
    assertThat(claims.get(claims.order).getLong("refunded_total")).isEqualTo(1_200);
    TestPaymentProvider.answer(Outcome.FAILS);
    assertThat(claims.claim(claims.refund(2)).status()).isEqualTo(503);
    TestPaymentProvider.answer(Outcome.DONE);
    claims.shop.retryPayments();
    assertThat(
            objects(claims.get(claims.order), "claims").stream()
                .map(each -> each.getString("payment_status")))
        .containsExactly("refunded", "refunded");
    assertThat(claims.get(claims.order).getLong("refunded_total")).isEqualTo(3_600);
    assertThat(TestPaymentProvider.calls().stream().skip(before).distinct()).hasSize(2);
  }

  @Test
  void aRefusedFulfillmentLeavesTheReplacementToBeFulfilledAgain() {
    claims.shipped();
    claims.claim(claims.replacement(1).put("shipping_methods", methods())).order();
    JsonObject path = claims.path(claims.lastClaim());
    TestFulfillmentProvider.refuseNext(1);

    claims
        .shop
        .adminPart("adminCreateOrderClaimFulfillment", path, new JsonObject())
        .refuses(400, "No parcels today");

    assertThat(claims.lastClaim().getString("fulfillment_status")).isEqualTo("not_fulfilled");
    assertThat(
            claims
                .shop
                .adminPart("adminCreateOrderClaimFulfillment", path, new JsonObject())
                .status())
        .isEqualTo(200);
  }

  private JsonObject returnable() {
    return claims
        .shop
        .admin(
            "adminGetOrder",
            claims.order,
            new JsonObject().put("expand", "returnable_items"),
            new JsonObject(),
            Ids.ulid())
        .order();
  }

  private static List<Answer> atOnce(int times, Supplier<Future<Answer>> request) {
    return await(
        Future.all(IntStream.range(0, times).mapToObj(each -> request.get()).toList())
            .map(all -> all.<Answer>list()));
  }
}
