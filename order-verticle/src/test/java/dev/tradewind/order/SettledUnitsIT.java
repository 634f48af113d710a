package dev.tradewind.order;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.OrderShop.Answer;
import dev.tradewind.order.change.ShopperParts;
import dev.tradewind.providers.test.TestPaymentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Units of an order, which are returned, claimed or swapped once, by staff and shoppers. */
class SettledUnitsIT {

  /** Ways to settle units of a line item. */
  private enum Way {
    RETURN("adminReturnOrder", false),
    STORE_RETURN("storeCreateReturn", true),
    CLAIM("adminCreateOrderClaim", false),
    CLAIM_WITH_RETURN("adminCreateOrderClaim", false),
    REPLACEMENT("adminCreateOrderClaim", false),
    SWAP("adminCreateOrderSwap", false),
    STORE_SWAP("storeCreateSwap", true);

    private final String operation;
    private final boolean isOfShopper;

    Way(String operation, boolean isOfShopper) {
      this.operation = operation;
      this.isOfShopper = isOfShopper;
    }
  }

  private static OrderShop shop;

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

  /** An order of four mugs, captured and shipped. */
  @BeforeEach
  void ship() {
    TestPaymentProvider.reset();
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
    act("adminFulfillmentOrder", new JsonObject().put("items", items(4)));
    act(
        "adminShipmentOrder",
        new JsonObject().put("fulfillment_id", last("fulfillments").getString("id")));
  }

  private static Stream<Arguments> pairs() {
    return Arrays.stream(Way.values())
        .flatMap(first -> Arrays.stream(Way.values()).map(second -> Arguments.of(first, second)));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void areSettledOnce(Way first, Way second) {
    settled(settle(first, 3));

    Answer again = settle(second, 2);

    assertThat(again.status()).as(again.body().encode()).isEqualTo(400);
    assertThat(again.body().getString("type")).isEqualTo("not_allowed");
    settled(settle(second, 1));
    assertThat(settle(first, 1).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void areSettledOnceUnderConcurrency(Way first, Way second) {
    List<Answer> answers =
        await(
            Future.all(
                    Stream.of(first, second, first, second)
                        .map(way -> settleLater(way, 3))
                        .toList())
                .map(all -> all.<Answer>list()));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(answers).allMatch(answer -> answer.status() < 500);
  }

  private void copy(String sql, int copies) {
    await(shop.pool.preparedQuery(sql).execute(Tuple.of(order, copies)));
  }

  @Test
  void aShopperHasTwentyOpenSwapsAtOnce() {
    settled(settle(Way.STORE_SWAP, 1));
    copy(
        """
        WITH one AS (
          SELECT s.*, n
          FROM swap AS s
          CROSS JOIN generate_series(1, $2) AS n
          WHERE order_id = $1
        ), copied AS (
          INSERT INTO swap
          SELECT copy.*
          FROM one
          CROSS JOIN jsonb_populate_record(
            NULL::swap,
            to_jsonb(one) || jsonb_build_object(
              'id', id || n, 'cart_id', cart_id || n, 'idempotency_key', n, 'items', '[]'::json)) AS copy
        )
        INSERT INTO "return"
        SELECT copy.*
        FROM one
        JOIN "return" AS r ON r.swap_id = one.id
        CROSS JOIN jsonb_populate_record(
          NULL::"return",
          to_jsonb(r) || jsonb_build_object(
            'id', r.id || n, 'swap_id', one.id || n, 'idempotency_key', n)) AS copy
        """,
        ShopperParts.MAX_OPEN_SWAPS - 2);
    List<Answer> answers =
        await(
            Future.all(settleLater(Way.STORE_SWAP, 1), settleLater(Way.STORE_SWAP, 1))
                .map(all -> all.<Answer>list()));

    assertThat(answers).extracting(Answer::status).containsExactlyInAnyOrder(200, 400);
    assertThat(settle(Way.STORE_SWAP, 1).body().getString("message"))
        .isEqualTo("An order has at most 20 open swaps of shoppers");
    settled(settle(Way.SWAP, 1));
  }

  @Test
  void aShopperHasFiftyReturnsOfAnOrder() {
    settled(settle(Way.STORE_RETURN, 1));
    copy(
        """
        INSERT INTO "return"
        SELECT copy.*
        FROM "return" AS r
        CROSS JOIN generate_series(1, $2) AS n
        CROSS JOIN jsonb_populate_record(
          NULL::"return",
          to_jsonb(r) || jsonb_build_object('id', r.id || n, 'idempotency_key', n)) AS copy
        WHERE r.order_id = $1
        """,
        ShopperParts.MAX_PARTS - 1);

    assertThat(settle(Way.STORE_RETURN, 1).body().getString("message"))
        .isEqualTo("An order has at most 50 returns of shoppers");
    settled(settle(Way.RETURN, 1));
  }

  @Test
  void aShopperFillsAnOrderUpToABound() {
    settled(settle(Way.STORE_RETURN, 1));
    copy(
        """
        UPDATE return_item
        SET note = repeat('x', $2)
        WHERE return_id IN (SELECT id FROM "return" WHERE order_id = $1)
        """,
        ShopperParts.MAX_BYTES);

    for (Way way : List.of(Way.STORE_RETURN, Way.STORE_SWAP)) {
      assertThat(settle(way, 1).body().getString("message"))
          .isEqualTo("An order has at most 1048576 bytes of returns and swaps of shoppers");
    }
    settled(settle(Way.SWAP, 1));
  }

  /** Together the two requests ask for more units than the order has. */
  @ParameterizedTest
  @EnumSource
  void areSettledByOneOfTwoBodiesUnderOneKey(Way way) {
    String key = Ids.ulid();

    List<Answer> answers =
        await(
            Future.all(settleLater(way, 3, key), settleLater(way, 2, key))
                .map(all -> all.<Answer>list()));

    assertThat(answers).extracting(Answer::status).containsExactlyInAnyOrder(200, 422);
    assertThat(answers)
        .filteredOn(answer -> answer.status() == 422)
        .extracting(answer -> answer.body().getString("type"))
        .containsExactly("duplicate_error");
    long settled = answers.getFirst().status() == 200 ? 3 : 2;
    assertThat(settle(way, 5 - settled).status()).isEqualTo(400);
    settled(settle(way, 4 - settled));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void staySettledOnceTheyCameBack(Way first, Way second) {
    settled(settle(first, 3));
    returnIds().forEach(id -> settled(receive(id, 2)));
    // A return of the order leaves the unit that did not come back; a claim or swap settled it.
    long left = first == Way.RETURN || first == Way.STORE_RETURN ? 2 : 1;

    assertThat(settle(second, left + 1).status()).isEqualTo(400);
    settled(settle(second, left));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void areFreeAgainOnceThePartIsCanceled(Way first, Way second) {
    settled(settle(first, 3));
    cancel(first);

    if (first == Way.CLAIM) {
      assertThat(settle(second, 2).status()).isEqualTo(400);
    } else {
      settled(settle(second, 4));
    }
  }

  @Test
  void ofASwapStaySettledAfterItsReturnIsCanceled() {
    settled(settle(Way.SWAP, 3));
    shop.admin("adminCancelReturn", returnIds().getLast()).order();

    assertThat(settle(Way.RETURN, 2).status()).isEqualTo(400);
    settled(settle(Way.RETURN, 1));
  }

  @Test
  void ofAClaimAreNotReceivedWithAnotherReturn() {
    settled(settle(Way.RETURN, 1));
    String returned = returnIds().getLast();
    settled(settle(Way.CLAIM, 3));

    assertThat(receive(returned, 2).status()).isEqualTo(400);
    assertThat(receive(returned, 1).status()).isEqualTo(200);
  }

  private void cancel(Way way) {
    returnIds().forEach(id -> shop.admin("adminCancelReturn", id).order());
    switch (way) {
      case RETURN, STORE_RETURN -> {}
      // A claim with a refund stays.
      case CLAIM -> {}
      case CLAIM_WITH_RETURN, REPLACEMENT ->
          shop.adminPart(
                  "adminCancelOrderClaim",
                  new JsonObject().put("id", order).put("claim_id", last("claims").getString("id")),
                  new JsonObject())
              .order();
      case SWAP, STORE_SWAP ->
          shop.adminPart(
                  "adminCancelOrderSwap",
                  new JsonObject().put("id", order).put("swap_id", last("swaps").getString("id")),
                  new JsonObject())
              .order();
    }
  }

  private Answer settle(Way way, long units) {
    return await(settleLater(way, units));
  }

  private Future<Answer> settleLater(Way way, long units) {
    return settleLater(way, units, Ids.ulid());
  }

  private Future<Answer> settleLater(Way way, long units, String key) {
    JsonObject body = body(way, units);
    return way.isOfShopper
        ? shop.storePartLater(way.operation, new JsonObject(), body.put("order_id", order), key)
        : shop.adminLater(way.operation, order, new JsonObject(), body, key);
  }

  private JsonObject body(Way way, long units) {
    JsonArray additional =
        new JsonArray().add(new JsonObject().put("variant_id", "variant_2").put("quantity", 1));
    return switch (way) {
      case RETURN, STORE_RETURN -> new JsonObject().put("items", items(units));
      case CLAIM -> claim("refund", units);
      case CLAIM_WITH_RETURN ->
          claim("refund", units).put("refund_amount", 0).put("return_shipping", new JsonObject());
      case REPLACEMENT -> claim("replace", units).put("additional_items", additional);
      case SWAP, STORE_SWAP ->
          new JsonObject().put("return_items", items(units)).put("additional_items", additional);
    };
  }

  private JsonObject claim(String type, long units) {
    JsonArray items = items(units);
    items.getJsonObject(0).put("reason", "missing_item");
    return new JsonObject().put("type", type).put("claim_items", items);
  }

  private static void settled(Answer answer) {
    assertThat(answer.status()).as(answer.body().encode()).isEqualTo(200);
  }

  private Answer receive(String returnId, long units) {
    return shop.admin(
        "adminReceiveReturn",
        returnId,
        new JsonObject(),
        new JsonObject().put("items", items(units)),
        Ids.ulid());
  }

  private JsonArray items(long units) {
    return new JsonArray().add(new JsonObject().put("item_id", line).put("quantity", units));
  }

  private void act(String operation, JsonObject body) {
    shop.admin(operation, order, new JsonObject(), body, Ids.ulid()).order();
  }

  /** Returns of the order, its claims and its swaps. */
  private List<String> returnIds() {
    return shop.run("SELECT id FROM \"return\" WHERE order_id = $1 ORDER BY id", order).stream()
        .map(row -> row.getString(0))
        .toList();
  }

  private JsonObject last(String part) {
    JsonArray parts = get(order).getJsonArray(part);
    return parts.getJsonObject(parts.size() - 1);
  }

  private static JsonObject get(String id) {
    return shop.admin("adminGetOrder", id).order();
  }
}
