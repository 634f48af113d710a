package dev.tradewind.order;

import static dev.tradewind.order.ClaimedOrder.items;
import static dev.tradewind.order.ClaimedOrder.methods;
import static dev.tradewind.order.ClaimedOrder.units;
import static dev.tradewind.order.RefundCase.objects;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.OrderShop.Answer;
import dev.tradewind.providers.test.TestFulfillmentProvider;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.providers.test.TestPaymentProvider.Kind;
import dev.tradewind.providers.test.TestPaymentProvider.Outcome;
import dev.tradewind.testing.AfterSaleCases;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules and amounts of claims. */
class ClaimsIT {

  @RegisterExtension static final ClaimedOrder claims = new ClaimedOrder();

  /** Refund that the discount of the order is taken off, unlike in the recording. */
  private static final Map<String, Long> DECIDED_REFUNDS = Map.of("claim-refund-discount", 1_080L);

  @Test
  void aRefundThatTheProviderRefusesLeavesNoClaim() {
    claims.shipped();
    TestPaymentProvider.refuse(Kind.REFUND);
    JsonObject body =
        claims
            .refund(2)
            .put("additional_items", claims.additional(2))
            .put("return_shipping", new JsonObject());

    claims.claim(body).refuses(400, "The account is closed");

    JsonObject after = claims.get(claims.order);
    assertThat(objects(after, "claims")).isEmpty();
    assertThat(objects(after, "returns")).isEmpty();
    assertThat(objects(after, "refunds")).isEmpty();
    assertThat(claims.shop.takenUnits(claims.variant)).isZero();
    TestPaymentProvider.answer(Outcome.DONE);
    assertThat(claims.claim(claims.refund(4)).order().getLong("refunded_total")).isEqualTo(4_800);
  }

  @Test
  void shortStockRefusesTheWholeClaim() {
    claims.shipped();
    JsonObject body =
        claims
            .replacement(1)
            .put(
                "additional_items",
                new JsonArray()
                    .add(new JsonObject().put("variant_id", "variant_short").put("quantity", 1)));

    Answer answer = claims.claim(body);

    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.body().getString("code")).isEqualTo("insufficient_inventory");
    assertThat(objects(claims.get(claims.order), "claims")).isEmpty();
    assertThat(claims.claim(claims.refund(4)).status()).isEqualTo(200);
  }

  @Test
  void anUpdateReplacesImagesAndTagsAndShippingMethods() {
    claims.shipped();
    JsonObject body = claims.replacement(1).put("shipping_methods", methods());
    body.getJsonArray("claim_items")
        .getJsonObject(0)
        .put("tags", new JsonArray().add(" Box ").add("box"))
        .put("images", new JsonArray().add("http://localhost/a.png"));
    claims.claim(body).order();
    JsonObject path = claims.path(claims.lastClaim());
    JsonObject item = claims.item();
    assertThat(objects(item, "tags").stream().map(tag -> tag.getString("value")))
        .containsExactly("box");
    String image = objects(item, "images").getFirst().getString("id");
    String method = objects(claims.lastClaim(), "shipping_methods").getFirst().getString("id");

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

    JsonObject claim = claims.lastClaim();
    assertThat(claim.getJsonObject("metadata")).isEqualTo(new JsonObject().put("q", 2));
    assertThat(claim.getBoolean("no_notification")).isTrue();
    assertThat(claims.item().getString("reason")).isEqualTo("production_failure");
    assertThat(claims.item().getString("note")).isEqualTo("seen");
    assertThat(objects(claims.item(), "tags").stream().map(tag -> tag.getString("value")))
        .containsExactly("t1");
    assertThat(objects(claims.item(), "images").stream().map(each -> each.getString("url")))
        .containsExactly("http://localhost/b.png", "http://localhost/a.png");

    update(
        path,
        new JsonObject()
            .put(
                "shipping_methods",
                new JsonArray()
                    .add(new JsonObject().put("id", method).put("price", 77))
                    .add(new JsonObject().put("option_id", "so_1").put("price", 5))));
    assertThat(
            objects(claims.lastClaim(), "shipping_methods").stream()
                .map(each -> each.getLong("price")))
        .containsExactly(77L, 5L);
    claims
        .shop
        .adminPart(
            "adminUpdateOrderClaim",
            path,
            new JsonObject()
                .put(
                    "claim_items",
                    new JsonArray().add(new JsonObject().put("id", item.getString("id")))))
        .refuses(400, "images must be an array, tags must be an array");
    assertThat(claims.shop.events(claim.getString("id")))
        .containsExactly("claim.created", "claim.updated", "claim.updated");
  }

  @Test
  void metadataOfAClaimAndOfItsItemsIsLimitedAfterMerging() {
    claims.shipped();
    claims.claim(claims.replacement(1)).order();
    JsonObject path = claims.path(claims.lastClaim());
    JsonObject half = new JsonObject().put("a", "x".repeat(9_000));
    JsonObject otherHalf = new JsonObject().put("b", "x".repeat(9_000));
    JsonObject item =
        new JsonObject()
            .put("id", claims.item().getString("id"))
            .put("images", new JsonArray())
            .put("tags", new JsonArray());
    String tooLarge = "metadata must be smaller than or equal to 16384 bytes";
    update(
        path,
        new JsonObject()
            .put("metadata", half)
            .put("claim_items", new JsonArray().add(item.copy().put("metadata", half))));

    claims
        .shop
        .adminPart("adminUpdateOrderClaim", path, new JsonObject().put("metadata", otherHalf))
        .refuses(400, tooLarge);
    claims
        .shop
        .adminPart(
            "adminUpdateOrderClaim",
            path,
            new JsonObject()
                .put("claim_items", new JsonArray().add(item.copy().put("metadata", otherHalf))))
        .refuses(400, tooLarge);

    assertThat(claims.lastClaim().getJsonObject("metadata")).isEqualTo(half);
    assertThat(claims.item().getJsonObject("metadata")).isEqualTo(half);
    update(path, new JsonObject().put("metadata", otherHalf.copy().put("a", "")));
    assertThat(claims.lastClaim().getJsonObject("metadata")).isEqualTo(otherHalf);
  }

  @Test
  void claimsFollowTheLinesOfAnEdit() {
    claims.shipped();
    claims.claim(claims.replacement(2)).order();
    String edit =
        claims
            .shop
            .adminPart(
                "adminCreateOrderEdit",
                new JsonObject(),
                new JsonObject().put("order_id", claims.order))
            .body()
            .getJsonObject("order_edit")
            .getString("id");
    claims.shop.adminPart(
        "adminCreateOrderEditItem",
        new JsonObject().put("id", edit),
        new JsonObject().put("variant_id", "variant_7").put("quantity", 1));
    assertThat(
            claims
                .shop
                .adminPart(
                    "adminConfirmOrderEdit", new JsonObject().put("id", edit), new JsonObject())
                .status())
        .isEqualTo(200);

    String current =
        objects(claims.get(claims.order), "items").stream()
            .filter(each -> each.getString("variant_id").equals("variant_1"))
            .findFirst()
            .orElseThrow()
            .getString("id");
    assertThat(current).isNotEqualTo(claims.line);
    assertThat(claims.item().getString("item_id")).isEqualTo(current);
    assertThat(claims.item().getJsonObject("item").getString("id")).isEqualTo(current);
    claims.claim(claims.refund(1)).refuses(404, "Line item with " + claims.line + " was not found");
    claims.line = current;
    claims
        .claim(claims.refund(3))
        .refuses(400, "Cannot claim more of an item than has been fulfilled.");
    assertThat(claims.claim(claims.refund(2)).status()).isEqualTo(200);
    String replacing =
        objects(claims.get(claims.order), "claims")
            .getFirst()
            .getJsonArray("additional_items")
            .getJsonObject(0)
            .getString("id");
    claims
        .shop
        .admin("adminReturnOrder", claims.order, new JsonObject(), items(replacing, 1), Ids.ulid())
        .refuses(400, "Cannot return more items than have been purchased");
  }

  @Test
  void claimsThatAreNotAllowedAreRefused() {
    claims.shipped();
    claims
        .claim(claims.replacement(1).put("additional_items", new JsonArray()))
        .refuses(400, "Claims with type \"replace\" must have at least one additional item.");
    claims
        .claim(claims.refund(1).put("claim_items", new JsonArray()))
        .refuses(400, "Claims must have at least one claim item.");
    claims
        .claim(claims.replacement(1).put("refund_amount", 5))
        .refuses(
            400, "Claim has type \"replace\" but must be type \"refund\" to have a refund_amount.");
    claims
        .claim(
            claims
                .replacement(1)
                .put(
                    "additional_items",
                    new JsonArray()
                        .add(
                            new JsonObject().put("variant_id", "variant_none").put("quantity", 1))))
        .refuses(
            400,
            "Unable to generate the line items, some variant has not been found: variant_none");
    JsonObject unreasoned = claims.refund(1);
    unreasoned.getJsonArray("claim_items").getJsonObject(0).remove("reason");
    claims
        .claim(unreasoned)
        .refuses(
            400,
            "Claim Item reason must be one of \"missing_item\", \"wrong_item\","
                + " \"production_failure\" or \"other\".");
    claims
        .claim(claims.refund(5))
        .refuses(400, "Cannot claim more of an item than has been fulfilled.");
    JsonObject twice = claims.refund(1);
    twice.getJsonArray("claim_items").add(twice.getJsonArray("claim_items").getValue(0));
    assertThat(claims.claim(twice).status()).isEqualTo(400);
    claims
        .claim(claims.refund(1).put("refund_amount", 1_000_000))
        .refuses(400, "Refund amount is greater that the refundable amount");
    claims
        .claim(
            claims
                .refund(1)
                .put("refund_amount", 1_000_000)
                .put("return_shipping", new JsonObject()))
        .refuses(400, "Cannot refund more than the original payment");
    JsonObject unknown = claims.refund(1);
    unknown.getJsonArray("claim_items").getJsonObject(0).put("item_id", "item_none");
    claims.claim(unknown).refuses(404, "Line item with item_none was not found");
    assertThat(objects(claims.get(claims.order), "claims")).isEmpty();

    JsonObject mine = claims.refund(1).put("refund_amount", 0);
    claims.claim(mine).order();
    assertThat(claims.lastClaim().getString("payment_status")).isEqualTo("refunded");
    JsonObject path = claims.path(claims.lastClaim());
    claims
        .shop
        .adminPart("adminCreateOrderClaimFulfillment", path, new JsonObject())
        .refuses(400, "Claims with the type \"refund\" can not be fulfilled.");
    claims
        .shop
        .adminPart(
            "adminCancelOrderClaim", path.copy().put("claim_id", "claim_none"), new JsonObject())
        .refuses(404, "Claim with claim_none was not found");
    claims.claim(claims.replacement(1)).order();
    claims
        .shop
        .adminPart(
            "adminCreateOrderClaimFulfillment", claims.path(claims.lastClaim()), new JsonObject())
        .refuses(400, "Cannot fulfill a claim without a shipping method.");
    String foreign = path.getString("claim_id");
    claims.shipped();
    claims
        .shop
        .adminPart(
            "adminCancelOrderClaim",
            new JsonObject().put("id", claims.order).put("claim_id", foreign),
            new JsonObject())
        .refuses(
            404,
            "no claim was found with the id: %s related to order: %s"
                .formatted(foreign, claims.order));
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
    claims.order = claims.shop.place(recorded.request(prefix), TestPaymentProvider.ID);
    claims.act("adminCaptureOrder", new JsonObject());
    JsonArray all = new JsonArray();
    objects(claims.get(claims.order), "items")
        .forEach(each -> all.addAll(units(each.getString("id"), each.getLong("quantity"))));
    claims.act("adminFulfillmentOrder", new JsonObject().put("items", all));
    claims.ship();
    JsonObject claimed = recorded.input().getJsonObject("claim");
    JsonObject body = new JsonObject().put("type", claimed.getString("type"));
    JsonArray items = new JsonArray();
    objects(claimed, "claim_items")
        .forEach(each ->
            items.add(claims.item(prefix + each.getString("key"), each.getLong("quantity"))));
    body.put("claim_items", items);
    if (claimed.containsKey("refund_amount")) {
      body.put("refund_amount", claimed.getLong("refund_amount"));
    }
    if (claimed.containsKey("additional_items")) {
      JsonObject offer = objects(claimed, "additional_items").getFirst();
      claims.shop.offers.put(claims.variant, offer);
      body.put("additional_items", claims.additional(offer.getLong("quantity")));
    }
    if (claimed.containsKey("return_shipping")) {
      claims.shop.returnOption =
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
    objects(claims.get(claims.order), "items")
        .forEach(each ->
            assertThat(each.getLong("refundable"))
                .isEqualTo(refundable.getLong(each.getString("id").substring(prefix.length()))));

    JsonObject after = claims.claim(body).order();

    JsonObject expected = recorded.expected().getJsonObject("claim");
    Long refund = DECIDED_REFUNDS.getOrDefault(recorded.name(), expected.getLong("refund_amount"));
    JsonObject claim = claims.lastClaim();
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

  private void update(JsonObject path, JsonObject body) {
    assertThat(claims.shop.adminPart("adminUpdateOrderClaim", path, body).status()).isEqualTo(200);
  }
}
