package dev.tradewind.order;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.OrderShop.Answer;
import dev.tradewind.providers.test.TestFulfillmentProvider;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.providers.test.TestPaymentProvider.Kind;
import dev.tradewind.providers.test.TestPaymentProvider.Outcome;
import dev.tradewind.testing.AfterSaleCases;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Claims, alone and under concurrent requests, with providers that refuse or do not answer. */
class ClaimsIT {

  /** Refund that the discount of the order is taken off, unlike in the recording. */
  private static final Map<String, Long> DECIDED_REFUNDS = Map.of("claim-refund-discount", 1_080L);

  private static final String EXPANDED =
      "claims.claim_items.item,claims.claim_items.images,claims.claim_items.tags,"
          + "claims.additional_items,claims.fulfillments.items,claims.return_order.items,"
          + "claims.return_order.shipping_method,claims.shipping_methods";

  private static OrderShop shop;

  /** Additional goods that no other test has. */
  private final String variant = "variant_" + Ids.ulid();

  private String order;
  private String line;

  @BeforeAll
  static void open() {
    shop = new OrderShop();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @AfterEach
  void reset() {
    TestPaymentProvider.reset();
    TestFulfillmentProvider.answer(TestFulfillmentProvider.Outcome.DONE);
    TestFulfillmentProvider.refuseNext(0);
    shop.returnOption = new JsonObject();
    shop.offers = new JsonObject();
  }

  /** An order of four mugs, captured and shipped. */
  private void shipped() {
    order =
        shop.newOrders(12, TestPaymentProvider.ID).stream()
            .filter(each -> {
              JsonArray items = get(each).getJsonArray("items");
              return items.size() == 1 && items.getJsonObject(0).getLong("quantity") == 4;
            })
            .findFirst()
            .orElseThrow();
    line = get(order).getJsonArray("items").getJsonObject(0).getString("id");
    act("adminCaptureOrder", new JsonObject());
    act("adminFulfillmentOrder", new JsonObject().put("items", units(line, 4)));
    ship();
  }

  private void ship() {
    act(
        "adminShipmentOrder",
        new JsonObject()
            .put("fulfillment_id", objects(get(order), "fulfillments").getLast().getString("id")));
  }

  @Test
  void concurrentClaimsDoNotClaimAUnitTwice() {
    shipped();

    List<Answer> answers = atOnce(8, () -> claimLater(refund(3), Ids.ulid()));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 200)
        .allSatisfy(
            answer -> answer.refuses(400, "Cannot claim more of an item than has been fulfilled."));
    JsonObject claimed = get(order);
    assertThat(objects(claimed, "refunds")).hasSize(1);
    assertThat(claimed.getLong("refunded_total")).isEqualTo(3_600);
    assertThat(claim(refund(2)).status()).isEqualTo(400);
    assertThat(claim(refund(1)).status()).isEqualTo(200);
  }

  @Test
  void concurrentRequestsWithOneKeyAreOneClaim() {
    shipped();
    String key = Ids.ulid();
    int before = TestPaymentProvider.calls().size();

    List<Answer> answers = atOnce(8, () -> claimLater(refund(1), key));

    assertThat(answers).allSatisfy(answer -> assertThat(answer.order()).isNotNull());
    JsonObject claimed = get(order);
    assertThat(objects(claimed, "claims")).hasSize(1);
    assertThat(objects(claimed, "refunds").stream().map(each -> each.getLong("amount")))
        .containsExactly(1_200L);
    assertThat(TestPaymentProvider.calls().stream().skip(before).distinct()).hasSize(1);
    String id = lastClaim().getString("id");
    assertThat(shop.events(id)).containsExactly("claim.created", "claim.refund_processed");
    assertThat(shop.events(objects(lastClaim(), "claim_items").getFirst().getString("id")))
        .containsExactly("claim_item.created");
    assertThat(await(claimLater(refund(2), key)).status()).isEqualTo(422);
  }

  @Test
  void concurrentRefundsNeverExceedWhatIsCaptured() {
    shipped();
    long paid = get(order).getLong("paid_total");

    List<Answer> answers =
        atOnce(4, () -> claimLater(refund(1).put("refund_amount", paid - 100), Ids.ulid()));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 200)
        .allSatisfy(
            answer -> answer.refuses(400, "Refund amount is greater that the refundable amount"));
    assertThat(objects(get(order), "claims")).hasSize(1);
    assertThat(get(order).getLong("refunded_total")).isEqualTo(paid - 100);
    assertThat(get(order).getString("payment_status")).isEqualTo("captured");
  }

  @Test
  void concurrentFulfillmentsShipmentsAndCancellationsOfAReplacementHaveOneEffect() {
    shipped();
    claim(replacement(2).put("shipping_methods", methods())).order();
    JsonObject path = path(lastClaim());

    List<Answer> fulfilled =
        atOnce(
            6,
            () -> shop.adminPartLater("adminCreateOrderClaimFulfillment", path, new JsonObject()));

    assertThat(fulfilled).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(fulfilled).allMatch(answer -> answer.status() < 500);
    JsonObject claim = lastClaim();
    assertThat(claim.getString("fulfillment_status")).isEqualTo("fulfilled");
    assertThat(objects(claim, "additional_items").getFirst().getLong("fulfilled_quantity"))
        .isEqualTo(2);
    JsonObject fulfillment = objects(claim, "fulfillments").getFirst();
    assertThat(fulfillment.getString("claim_order_id")).isEqualTo(claim.getString("id"));
    assertThat(fulfillment.getString("order_id")).isNull();
    assertThat(objects(get(order), "fulfillments")).hasSize(1);
    shop.adminPart("adminCreateOrderClaimFulfillment", path, new JsonObject())
        .refuses(400, "The claim has already been fulfilled.");

    JsonObject ofFulfillment = path.copy().put("fulfillment_id", fulfillment.getString("id"));
    assertThat(
            atOnce(
                4,
                () ->
                    shop.adminPartLater(
                        "adminCancelOrderClaimFulfillment", ofFulfillment, new JsonObject())))
        .allMatch(answer -> answer.status() == 200);
    assertThat(lastClaim().getString("fulfillment_status")).isEqualTo("canceled");
    assertThat(objects(lastClaim(), "additional_items").getFirst().getLong("fulfilled_quantity"))
        .isZero();
    assertThat(shop.adminPart("adminCreateOrderClaimFulfillment", path, new JsonObject()).status())
        .isEqualTo(200);
    JsonObject shipment =
        new JsonObject()
            .put("fulfillment_id", objects(lastClaim(), "fulfillments").getLast().getString("id"))
            .put("tracking_numbers", new JsonArray().add("T1"));

    List<Answer> shipped =
        atOnce(4, () -> shop.adminPartLater("adminCreateOrderClaimShipment", path, shipment));

    assertThat(shipped).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(shipped)
        .filteredOn(answer -> answer.status() != 200)
        .allSatisfy(answer -> answer.refuses(400, "Fulfillment has already been shipped"));
    assertThat(lastClaim().getString("fulfillment_status")).isEqualTo("shipped");
    assertThat(objects(lastClaim(), "additional_items").getFirst().getLong("shipped_quantity"))
        .isEqualTo(2);
    assertThat(shop.events(claim.getString("id")))
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
    shipped();
    claim(replacement(3)).order();
    assertThat(shop.takenUnits(variant)).isEqualTo(3);
    JsonObject path = path(lastClaim());
    shop.admin("adminCancelOrder", order).refuses(400, cannotCancelFulfilled());

    List<Answer> answers =
        atOnce(6, () -> shop.adminPartLater("adminCancelOrderClaim", path, new JsonObject()));

    assertThat(answers).allMatch(answer -> answer.status() == 200);
    JsonObject claim = lastClaim();
    assertThat(claim.getString("fulfillment_status")).isEqualTo("canceled");
    assertThat(claim.getString("payment_status")).isEqualTo("na");
    assertThat(shop.takenUnits(variant)).isZero();
    assertThat(shop.events(claim.getString("id")))
        .containsExactly("claim.created", "claim.canceled");
    shop.adminPart("adminUpdateOrderClaim", path, new JsonObject())
        .refuses(400, "Canceled claim cannot be updated");
    shop.adminPart("adminCreateOrderClaimFulfillment", path, new JsonObject())
        .refuses(400, "Canceled claim cannot be fulfilled");
    assertThat(claim(refund(4)).status()).isEqualTo(200);
  }

  private static String cannotCancelFulfilled() {
    return "All fulfillments must be canceled before canceling an order";
  }

  @Test
  void concurrentCancellationsAndFulfillmentsHaveOneWinner() {
    shipped();
    for (int round = 0; round < 4; round++) {
      claim(replacement(1).put("shipping_methods", methods())).order();
      JsonObject path = path(lastClaim());
      List<Answer> both =
          await(
              Future.all(
                      shop.adminPartLater("adminCancelOrderClaim", path, new JsonObject()),
                      shop.adminPartLater(
                          "adminCreateOrderClaimFulfillment", path, new JsonObject()))
                  .map(all -> all.<Answer>list()));

      assertThat(both).allMatch(answer -> answer.status() < 500);
      JsonObject claim = lastClaim();
      boolean isCanceled = claim.getString("canceled_at") != null;
      assertThat(objects(claim, "fulfillments")).hasSize(isCanceled ? 0 : 1);
    }
  }

  @Test
  void concurrentReceiptsOfTheReturnReceiveItOnceAndRefundNothing() {
    shipped();
    claim(replacement(2).put("return_shipping", new JsonObject())).order();
    JsonObject returned = lastClaim().getJsonObject("return_order");
    assertThat(returned.getLong("refund_amount")).isZero();
    assertThat(objects(get(order), "returns").getFirst().getString("claim_order_id"))
        .isEqualTo(lastClaim().getString("id"));
    // Its units are expected back already.
    shop.admin("adminReturnOrder", order, new JsonObject(), items(line, 3), Ids.ulid())
        .refuses(400, "Cannot return more items than have been purchased");
    shop.adminPart("adminCancelOrderClaim", path(lastClaim()), new JsonObject())
        .refuses(400, "Return must be canceled before the claim can be canceled");

    List<Answer> answers =
        atOnce(
            4,
            () ->
                shop.adminPartLater(
                    "adminReceiveReturn",
                    new JsonObject().put("id", returned.getString("id")),
                    items(line, 2)));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    JsonObject after = get(order);
    assertThat(after.getString("fulfillment_status")).isEqualTo("partially_returned");
    assertThat(objects(after, "items").getFirst().getLong("returned_quantity")).isEqualTo(2);
    assertThat(after.getLong("refunded_total")).isZero();
    assertThat(shop.receivedUnits(List.of(returned.getString("id")), "variant_1")).isEqualTo(2);
  }

  @Test
  void shippedReplacementsAreReturnedIntoStock() {
    shipped();
    claim(replacement(2).put("shipping_methods", methods())).order();
    String replacing = objects(lastClaim(), "additional_items").getFirst().getString("id");
    JsonObject request = items(replacing, 1);
    // They are not with the customer yet.
    shop.admin("adminReturnOrder", order, new JsonObject(), request, Ids.ulid())
        .refuses(400, "Cannot return more items than have been purchased");
    shop.adminPart("adminCreateOrderClaimFulfillment", path(lastClaim()), new JsonObject()).order();

    JsonObject after =
        shop.admin(
                "adminReturnOrder",
                order,
                new JsonObject(),
                request.put("receive_now", true),
                Ids.ulid())
            .order();

    String returned = objects(after, "returns").getLast().getString("id");
    assertThat(shop.receivedUnits(List.of(returned), variant)).isEqualTo(1);
    assertThat(objects(lastClaim(), "additional_items").getFirst().getLong("returned_quantity"))
        .isEqualTo(1);
  }

  @Test
  void aRefundThatTheProviderRefusesLeavesNoClaim() {
    shipped();
    TestPaymentProvider.refuse(Kind.REFUND);
    JsonObject body =
        refund(2).put("additional_items", additional(2)).put("return_shipping", new JsonObject());

    claim(body).refuses(400, "The account is closed");

    JsonObject after = get(order);
    assertThat(objects(after, "claims")).isEmpty();
    assertThat(objects(after, "returns")).isEmpty();
    assertThat(objects(after, "refunds")).isEmpty();
    assertThat(shop.takenUnits(variant)).isZero();
    TestPaymentProvider.answer(Outcome.DONE);
    assertThat(claim(refund(4)).order().getLong("refunded_total")).isEqualTo(4_800);
  }

  @Test
  void aRefundWithoutAnswerIsFinishedOnceByTheNextRequestOrTheRetrier() {
    shipped();
    String key = Ids.ulid();
    int before = TestPaymentProvider.calls().size();
    TestPaymentProvider.answer(Outcome.FAILS);
    assertThat(await(claimLater(refund(1), key)).status()).isEqualTo(503);
    assertThat(lastClaim().getString("payment_status")).isEqualTo("not_refunded");
    shop.adminPart("adminCancelOrderClaim", path(lastClaim()), new JsonObject())
        .refuses(400, "Claim with a refund cannot be canceled");

    TestPaymentProvider.answer(Outcome.DONE);
    assertThat(await(claimLater(refund(1), key)).status()).isEqualTo(200);

    assertThat(lastClaim().getString("payment_status")).isEqualTo("refunded");
    assertThat(get(order).getLong("refunded_total")).isEqualTo(1_200);
    TestPaymentProvider.answer(Outcome.FAILS);
    assertThat(claim(refund(2)).status()).isEqualTo(503);
    TestPaymentProvider.answer(Outcome.DONE);
    shop.retryPayments();
    assertThat(objects(get(order), "claims").stream().map(each -> each.getString("payment_status")))
        .containsExactly("refunded", "refunded");
    assertThat(get(order).getLong("refunded_total")).isEqualTo(3_600);
    assertThat(TestPaymentProvider.calls().stream().skip(before).distinct()).hasSize(2);
  }

  @Test
  void aRefusedFulfillmentLeavesTheReplacementToBeFulfilledAgain() {
    shipped();
    claim(replacement(1).put("shipping_methods", methods())).order();
    JsonObject path = path(lastClaim());
    TestFulfillmentProvider.refuseNext(1);

    shop.adminPart("adminCreateOrderClaimFulfillment", path, new JsonObject())
        .refuses(400, "No parcels today");

    assertThat(lastClaim().getString("fulfillment_status")).isEqualTo("not_fulfilled");
    assertThat(shop.adminPart("adminCreateOrderClaimFulfillment", path, new JsonObject()).status())
        .isEqualTo(200);
  }

  @Test
  void shortStockRefusesTheWholeClaim() {
    shipped();
    JsonObject body =
        replacement(1)
            .put(
                "additional_items",
                new JsonArray()
                    .add(new JsonObject().put("variant_id", "variant_short").put("quantity", 1)));

    Answer answer = claim(body);

    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.body().getString("code")).isEqualTo("insufficient_inventory");
    assertThat(objects(get(order), "claims")).isEmpty();
    assertThat(claim(refund(4)).status()).isEqualTo(200);
  }

  @Test
  void anUpdateReplacesImagesAndTagsAndShippingMethods() {
    shipped();
    JsonObject body = replacement(1).put("shipping_methods", methods());
    body.getJsonArray("claim_items")
        .getJsonObject(0)
        .put("tags", new JsonArray().add(" Box ").add("box"))
        .put("images", new JsonArray().add("http://localhost/a.png"));
    claim(body).order();
    JsonObject path = path(lastClaim());
    JsonObject item = item();
    assertThat(objects(item, "tags").stream().map(tag -> tag.getString("value")))
        .containsExactly("box");
    String image = objects(item, "images").getFirst().getString("id");
    String method = objects(lastClaim(), "shipping_methods").getFirst().getString("id");

    update(
        path,
        new JsonObject()
            .put("metadata", new JsonObject().put("q", 2))
            .put("no_notification", true)
            .put(
                "claim_items",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("id", item.getString("id"))
                            .put("note", "seen")
                            .put("reason", "production_failure")
                            .put("tags", new JsonArray().add(new JsonObject().put("value", "T1")))
                            .put(
                                "images",
                                new JsonArray()
                                    .add(new JsonObject().put("url", "http://localhost/b.png"))
                                    .add(new JsonObject().put("id", image))))));

    JsonObject claim = lastClaim();
    assertThat(claim.getJsonObject("metadata")).isEqualTo(new JsonObject().put("q", 2));
    assertThat(claim.getBoolean("no_notification")).isTrue();
    assertThat(item().getString("reason")).isEqualTo("production_failure");
    assertThat(item().getString("note")).isEqualTo("seen");
    assertThat(objects(item(), "tags").stream().map(tag -> tag.getString("value")))
        .containsExactly("t1");
    assertThat(objects(item(), "images").stream().map(each -> each.getString("url")))
        .containsExactly("http://localhost/b.png", "http://localhost/a.png");

    update(
        path,
        new JsonObject()
            .put(
                "shipping_methods",
                new JsonArray()
                    .add(new JsonObject().put("id", method).put("price", 77))
                    .add(new JsonObject().put("option_id", "so_1").put("price", 5))));
    assertThat(objects(lastClaim(), "shipping_methods").stream().map(each -> each.getLong("price")))
        .containsExactly(77L, 5L);
    shop.adminPart(
            "adminUpdateOrderClaim",
            path,
            new JsonObject()
                .put(
                    "claim_items",
                    new JsonArray().add(new JsonObject().put("id", item.getString("id")))))
        .refuses(400, "images must be an array, tags must be an array");
    assertThat(shop.events(claim.getString("id")))
        .containsExactly("claim.created", "claim.updated", "claim.updated");
  }

  @Test
  void metadataOfAClaimAndOfItsItemsIsLimitedAfterMerging() {
    shipped();
    claim(replacement(1)).order();
    JsonObject path = path(lastClaim());
    JsonObject half = new JsonObject().put("a", "x".repeat(9_000));
    JsonObject otherHalf = new JsonObject().put("b", "x".repeat(9_000));
    JsonObject item =
        new JsonObject()
            .put("id", item().getString("id"))
            .put("images", new JsonArray())
            .put("tags", new JsonArray());
    String tooLarge = "metadata must be smaller than or equal to 16384 bytes";
    update(
        path,
        new JsonObject()
            .put("metadata", half)
            .put("claim_items", new JsonArray().add(item.copy().put("metadata", half))));

    shop.adminPart("adminUpdateOrderClaim", path, new JsonObject().put("metadata", otherHalf))
        .refuses(400, tooLarge);
    shop.adminPart(
            "adminUpdateOrderClaim",
            path,
            new JsonObject()
                .put("claim_items", new JsonArray().add(item.copy().put("metadata", otherHalf))))
        .refuses(400, tooLarge);

    assertThat(lastClaim().getJsonObject("metadata")).isEqualTo(half);
    assertThat(item().getJsonObject("metadata")).isEqualTo(half);
    update(path, new JsonObject().put("metadata", otherHalf.copy().put("a", "")));
    assertThat(lastClaim().getJsonObject("metadata")).isEqualTo(otherHalf);
  }

  @Test
  void claimsFollowTheLinesOfAnEdit() {
    shipped();
    claim(replacement(2)).order();
    String edit =
        shop.adminPart(
                "adminCreateOrderEdit", new JsonObject(), new JsonObject().put("order_id", order))
            .body()
            .getJsonObject("order_edit")
            .getString("id");
    shop.adminPart(
        "adminCreateOrderEditItem",
        new JsonObject().put("id", edit),
        new JsonObject().put("variant_id", "variant_7").put("quantity", 1));
    assertThat(
            shop.adminPart(
                    "adminConfirmOrderEdit", new JsonObject().put("id", edit), new JsonObject())
                .status())
        .isEqualTo(200);

    String current =
        objects(get(order), "items").stream()
            .filter(each -> each.getString("variant_id").equals("variant_1"))
            .findFirst()
            .orElseThrow()
            .getString("id");
    assertThat(current).isNotEqualTo(line);
    assertThat(item().getString("item_id")).isEqualTo(current);
    assertThat(item().getJsonObject("item").getString("id")).isEqualTo(current);
    claim(refund(1)).refuses(404, "Line item with " + line + " was not found");
    line = current;
    claim(refund(3)).refuses(400, "Cannot claim more of an item than has been fulfilled.");
    assertThat(claim(refund(2)).status()).isEqualTo(200);
    String replacing =
        objects(get(order), "claims")
            .getFirst()
            .getJsonArray("additional_items")
            .getJsonObject(0)
            .getString("id");
    shop.admin("adminReturnOrder", order, new JsonObject(), items(replacing, 1), Ids.ulid())
        .refuses(400, "Cannot return more items than have been purchased");
  }

  @Test
  void claimsThatAreNotAllowedAreRefused() {
    shipped();
    claim(replacement(1).put("additional_items", new JsonArray()))
        .refuses(400, "Claims with type \"replace\" must have at least one additional item.");
    claim(refund(1).put("claim_items", new JsonArray()))
        .refuses(400, "Claims must have at least one claim item.");
    claim(replacement(1).put("refund_amount", 5))
        .refuses(
            400, "Claim has type \"replace\" but must be type \"refund\" to have a refund_amount.");
    claim(
            replacement(1)
                .put(
                    "additional_items",
                    new JsonArray()
                        .add(
                            new JsonObject().put("variant_id", "variant_none").put("quantity", 1))))
        .refuses(
            400,
            "Unable to generate the line items, some variant has not been found: variant_none");
    JsonObject unreasoned = refund(1);
    unreasoned.getJsonArray("claim_items").getJsonObject(0).remove("reason");
    claim(unreasoned)
        .refuses(
            400,
            "Claim Item reason must be one of \"missing_item\", \"wrong_item\","
                + " \"production_failure\" or \"other\".");
    claim(refund(5)).refuses(400, "Cannot claim more of an item than has been fulfilled.");
    JsonObject twice = refund(1);
    twice.getJsonArray("claim_items").add(twice.getJsonArray("claim_items").getValue(0));
    assertThat(claim(twice).status()).isEqualTo(400);
    claim(refund(1).put("refund_amount", 1_000_000))
        .refuses(400, "Refund amount is greater that the refundable amount");
    claim(refund(1).put("refund_amount", 1_000_000).put("return_shipping", new JsonObject()))
        .refuses(400, "Cannot refund more than the original payment");
    JsonObject unknown = refund(1);
    unknown.getJsonArray("claim_items").getJsonObject(0).put("item_id", "item_none");
    claim(unknown).refuses(404, "Line item with item_none was not found");
    assertThat(objects(get(order), "claims")).isEmpty();

    JsonObject mine = refund(1).put("refund_amount", 0);
    claim(mine).order();
    assertThat(lastClaim().getString("payment_status")).isEqualTo("refunded");
    JsonObject path = path(lastClaim());
    shop.adminPart("adminCreateOrderClaimFulfillment", path, new JsonObject())
        .refuses(400, "Claims with the type \"refund\" can not be fulfilled.");
    shop.adminPart(
            "adminCancelOrderClaim", path.copy().put("claim_id", "claim_none"), new JsonObject())
        .refuses(404, "Claim with claim_none was not found");
    claim(replacement(1)).order();
    shop.adminPart("adminCreateOrderClaimFulfillment", path(lastClaim()), new JsonObject())
        .refuses(400, "Cannot fulfill a claim without a shipping method.");
    String foreign = path.getString("claim_id");
    shipped();
    shop.adminPart(
            "adminCancelOrderClaim",
            new JsonObject().put("id", order).put("claim_id", foreign),
            new JsonObject())
        .refuses(
            404,
            "no claim was found with the id: %s related to order: %s".formatted(foreign, order));
  }

  static Stream<RefundCase> cases() {
    return AfterSaleCases.of(AfterSaleCases.CLAIM).entrySet().stream()
        .map(recorded ->
            new RefundCase(
                recorded.getKey(),
                input(recorded.getValue().getJsonObject("input")),
                recorded.getValue().getJsonObject("expected")));
  }

  /** The case in the form of the cases of refunds. */
  private static JsonObject input(JsonObject recorded) {
    JsonObject placed = recorded.getJsonObject("order");
    return placed
        .copy()
        .put("region", recorded.getJsonObject("region"))
        .put(
            "shipping",
            new JsonArray().add(placed.getJsonObject("shipping").copy().put("key", "ship")))
        .put("claim", recorded.getJsonObject("claim"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void computesTheRefundsOfTheRecordedCases(RefundCase recorded) {
    String prefix = "item_" + Ids.ulid() + "_";
    order = shop.place(recorded.request(prefix), TestPaymentProvider.ID);
    act("adminCaptureOrder", new JsonObject());
    JsonArray all = new JsonArray();
    objects(get(order), "items")
        .forEach(each -> all.addAll(units(each.getString("id"), each.getLong("quantity"))));
    act("adminFulfillmentOrder", new JsonObject().put("items", all));
    ship();
    JsonObject claimed = recorded.input().getJsonObject("claim");
    JsonObject body = new JsonObject().put("type", claimed.getString("type"));
    JsonArray items = new JsonArray();
    objects(claimed, "claim_items")
        .forEach(each -> items.add(item(prefix + each.getString("key"), each.getLong("quantity"))));
    body.put("claim_items", items);
    if (claimed.containsKey("refund_amount")) {
      body.put("refund_amount", claimed.getLong("refund_amount"));
    }
    if (claimed.containsKey("additional_items")) {
      JsonObject offer = objects(claimed, "additional_items").getFirst();
      shop.offers.put(variant, offer);
      body.put("additional_items", additional(offer.getLong("quantity")));
    }
    if (claimed.containsKey("return_shipping")) {
      shop.returnOption =
          new JsonObject()
              .put("id", "so_return")
              .put("region_id", "reg_1")
              .put("is_return", true)
              .put("provider_id", TestFulfillmentProvider.ID)
              .put("amount", 300);
      body.put(
          "return_shipping",
          claimed.getJsonObject("return_shipping").copy().put("option_id", "so_return"));
    }

    JsonObject refundable = recorded.expected().getJsonObject("items_refundable");
    objects(get(order), "items")
        .forEach(each ->
            assertThat(each.getLong("refundable"))
                .isEqualTo(refundable.getLong(each.getString("id").substring(prefix.length()))));

    JsonObject after = claim(body).order();

    JsonObject expected = recorded.expected().getJsonObject("claim");
    Long refund = DECIDED_REFUNDS.getOrDefault(recorded.name(), expected.getLong("refund_amount"));
    JsonObject claim = lastClaim();
    assertThat(claim.getLong("refund_amount")).isEqualTo(refund);
    assertThat(claim.getString("payment_status")).isEqualTo(expected.getString("payment_status"));
    JsonObject totals = recorded.expected().getJsonObject("order_after");
    for (String name :
        List.of(
            "subtotal", "discount_total", "shipping_total", "tax_total", "total", "paid_total")) {
      assertThat(after.getLong(name)).as(name).isEqualTo(totals.getLong(name));
    }
    long refunded = refund == null ? 0 : refund;
    assertThat(after.getLong("refunded_total")).isEqualTo(refunded);
    assertThat(after.getLong("refundable_amount"))
        .isEqualTo(totals.getLong("paid_total") - refunded);
    assertThat(objects(after, "refunds").stream().map(each -> each.getString("reason")))
        .containsExactlyElementsOf(refund == null ? List.of() : List.of("claim"));
    if (claimed.containsKey("return_shipping")) {
      JsonObject returned = claim.getJsonObject("return_order");
      assertThat(returned.getLong("refund_amount")).isZero();
      assertThat(returned.getJsonObject("shipping_method").getLong("price")).isEqualTo(50);
    }
  }

  private JsonObject refund(long quantity) {
    return new JsonObject()
        .put("type", "refund")
        .put("claim_items", new JsonArray().add(item(line, quantity)));
  }

  private JsonObject replacement(long quantity) {
    return refund(quantity).put("type", "replace").put("additional_items", additional(quantity));
  }

  private JsonArray additional(long quantity) {
    return new JsonArray()
        .add(new JsonObject().put("variant_id", variant).put("quantity", quantity));
  }

  private static JsonArray methods() {
    return new JsonArray().add(new JsonObject().put("option_id", "so_1").put("price", 0));
  }

  private static JsonObject item(String lineId, long quantity) {
    return new JsonObject()
        .put("item_id", lineId)
        .put("quantity", quantity)
        .put("reason", "wrong_item");
  }

  private static JsonObject items(String lineId, long quantity) {
    return new JsonObject().put("items", units(lineId, quantity));
  }

  private static JsonArray units(String lineId, long quantity) {
    return new JsonArray().add(new JsonObject().put("item_id", lineId).put("quantity", quantity));
  }

  private Answer claim(JsonObject body) {
    return await(claimLater(body, Ids.ulid()));
  }

  private Future<Answer> claimLater(JsonObject body, String key) {
    return shop.adminLater("adminCreateOrderClaim", order, new JsonObject(), body.copy(), key);
  }

  private void update(JsonObject path, JsonObject body) {
    assertThat(shop.adminPart("adminUpdateOrderClaim", path, body).status()).isEqualTo(200);
  }

  private void act(String operation, JsonObject body) {
    shop.admin(operation, order, new JsonObject(), body, Ids.ulid()).order();
  }

  private JsonObject lastClaim() {
    return objects(
            shop.admin(
                    "adminGetOrder",
                    order,
                    new JsonObject().put("expand", EXPANDED),
                    new JsonObject(),
                    Ids.ulid())
                .order(),
            "claims")
        .getLast();
  }

  private JsonObject item() {
    return objects(lastClaim(), "claim_items").getFirst();
  }

  private JsonObject returnable() {
    return shop.admin(
            "adminGetOrder",
            order,
            new JsonObject().put("expand", "returnable_items"),
            new JsonObject(),
            Ids.ulid())
        .order();
  }

  private JsonObject path(JsonObject claim) {
    return new JsonObject().put("id", order).put("claim_id", claim.getString("id"));
  }

  private static List<Answer> atOnce(int times, Supplier<Future<Answer>> request) {
    return await(
        Future.all(IntStream.range(0, times).mapToObj(each -> request.get()).toList())
            .map(all -> all.<Answer>list()));
  }

  private static JsonObject get(String id) {
    return shop.admin("adminGetOrder", id).order();
  }

  private static List<JsonObject> objects(JsonObject parent, String name) {
    return RefundCase.objects(parent, name);
  }
}
