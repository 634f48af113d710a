package dev.tradewind.discount;

import static dev.tradewind.discount.TestDiscounts.NOTHING;
import static dev.tradewind.discount.TestDiscounts.id;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.discount.RedemptionRefusal;
import dev.tradewind.api.order.PlacementSqlState;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RedemptionIT {

  /** The constraint of the balance. */
  private static final String CHECK_VIOLATION = "23514";

  private static final OffsetDateTime NOW = OffsetDateTime.parse("2026-01-02T03:04:05Z");

  private static TestDiscounts shop;

  @BeforeAll
  static void open() {
    shop = new TestDiscounts();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void concurrentRedemptionsNeverExceedTheUsageLimit() {
    String id = shop.discount(new JsonObject().put("usage_limit", 20)).getString("id");

    long redeemed = successes(200, cart -> redeem("limit_" + cart, id));

    assertThat(redeemed).isEqualTo(20);
    assertThat(usage(id)).isEqualTo(20);
    assertThat(shop.number("SELECT count(*) FROM discount_redemption WHERE discount_id = $1", id))
        .isEqualTo(20);
    assertThat(shop.events(id)).hasSize(21);
  }

  @Test
  void theLimitOfAParentHoldsForAllOfItsCodes() {
    String parent =
        shop.discount(new JsonObject().put("is_dynamic", true).put("usage_limit", 20))
            .getString("id");
    List<String> codes = IntStream.range(0, 10).mapToObj(each -> code(parent, 100)).toList();

    long redeemed = successes(200, cart -> redeem("parent_" + cart, codes.get(cart % 10)));

    assertThat(redeemed).isEqualTo(20);
    assertThat(usage(parent)).isEqualTo(20);
    assertThat(codes.stream().mapToLong(RedemptionIT::usage).sum()).isEqualTo(20);
    assertThat(shop.events(codes.getFirst()))
        .allSatisfy(event -> assertThat(event).startsWith(parent + " "));
  }

  @Test
  void aCodeHasALimitOfItsOwn() {
    String parent = shop.discount(new JsonObject().put("is_dynamic", true)).getString("id");
    String code = code(parent, 1);

    assertThat(successes(10, cart -> redeem("own_" + cart, code))).isEqualTo(1);
    assertThat(usage(parent)).isEqualTo(1);
  }

  @Test
  void discountsInAnyOrderAreRedeemedTogetherWithoutADeadlock() {
    String parent = shop.discount(new JsonObject().put("is_dynamic", true)).getString("id");
    String one = code(parent, 1_000);
    String other = code(parent, 1_000);
    String plain = shop.discount(NOTHING).getString("id");

    long redeemed =
        successes(
            60,
            cart ->
                switch (cart % 3) {
                  case 0 -> redeem("mixed_" + cart, one, plain, other);
                  case 1 -> redeem("mixed_" + cart, plain, other, parent);
                  default -> redeem("mixed_" + cart, other, one, parent);
                });

    assertThat(redeemed).isEqualTo(60);
    assertThat(List.of(usage(parent), usage(one), usage(other), usage(plain)))
        .containsExactly(140L, 40L, 60L, 40L);
  }

  @Test
  void aCartRedeemsOnceAndReleasesOnce() {
    String id = shop.discount(new JsonObject().put("usage_limit", 1)).getString("id");

    await(redeem("once", id));
    await(redeem("once", id));
    assertThat(usage(id)).isEqualTo(1);
    assertThat(refusal(redeem("another", id))).contains("used_up");

    await(release("once"));
    await(release("once"));
    assertThat(usage(id)).isZero();

    await(redeem("once", id));
    assertThat(usage(id)).isEqualTo(1);
  }

  /** As Medusa v1 leaves them, which counts after the sale. */
  @Test
  void aReleaseOfAUseThatWasNeverCountedLeavesNoneCounted() {
    String id = shop.discount(new JsonObject()).getString("id");
    await(redeem("uncounted", id));
    shop.sql("UPDATE discount SET usage_count = 0 WHERE id = $1", id);

    await(release("uncounted"));

    assertThat(usage(id)).isZero();
  }

  @Test
  void twoCodesOfOneParentAreTwoOfItsUses() {
    String parent =
        shop.discount(new JsonObject().put("is_dynamic", true).put("usage_limit", 1))
            .getString("id");

    assertThat(refusal(redeem("two", code(parent, 1), code(parent, 1)))).contains("used_up");
    assertThat(usage(parent)).isZero();
  }

  @Test
  void unusableDiscountsAreRefusedByTheDatabaseClockAndNothingIsCounted() {
    String good = shop.discount(NOTHING).getString("id");
    JsonObject late = new JsonObject().put("starts_at", "2999-01-01T00:00:00.000Z");
    JsonObject early =
        new JsonObject()
            .put("starts_at", "2000-01-01T00:00:00.000Z")
            .put("ends_at", "2001-01-01T00:00:00.000Z");
    String disabled = shop.discount(new JsonObject().put("is_disabled", true)).getString("id");
    String deleted = shop.discount(NOTHING).getString("id");
    shop.ok("adminDeleteDiscount", id(deleted), NOTHING, NOTHING);

    assertThat(refusal(redeem("n", good, shop.discount(late).getString("id")))).contains("not_yet");
    assertThat(refusal(redeem("n", good, shop.discount(early).getString("id"))))
        .contains("expired");
    assertThat(refusal(redeem("n", good, disabled))).contains("disabled");
    assertThat(refusal(redeem("n", good, deleted))).contains("gone");
    assertThat(refusal(redeem("n", good, "disc_none"))).contains("gone");
    assertThat(usage(good)).isZero();
  }

  @Test
  void concurrentChargesNeverExceedTheBalance() {
    String card = card(1_000, null);

    long charged = successes(50, cart -> charge("pay_" + cart, card, 300));

    assertThat(charged).isEqualTo(3);
    assertThat(balance(card)).isEqualTo(100);
    assertThat(
            shop.number(
                "SELECT sum(amount) FROM gift_card_transaction WHERE gift_card_id = $1", card))
        .isEqualTo(900);
  }

  @Test
  void anEmptiedCardIsDisabledAndItsRefundEnablesIt() {
    String card = card(500, null);

    await(charge("empty", card, 500));
    await(charge("empty", card, 500));
    assertThat(balance(card)).isZero();
    assertThat(isDisabled(card)).isTrue();
    assertThat(refusal(charge("later", card, 1))).contains("disabled");

    await(refund("empty"));
    await(refund("empty"));
    assertThat(balance(card)).isEqualTo(500);
    assertThat(isDisabled(card)).isFalse();
    assertThat(shop.events(card).stream().map(event -> event.split(" ")[1] + event.split(" ")[2]))
        .containsExactly(
            "gift_card.created1",
            "gift_card.charged2",
            "gift_card.disabled2",
            "gift_card.refunded3");
  }

  @Test
  void anExpiredOrUnknownCardIsNotCharged() {
    String expired = card(500, "2001-01-01T00:00:00.000Z");

    assertThat(refusal(charge("exp", expired, 1))).contains("expired");
    assertThat(refusal(charge("exp", "gift_none", 1))).contains("gone");
    assertThat(balance(expired)).isEqualTo(500);
  }

  @Test
  void cardsBoughtInAnOrderAreCreatedOnce() {
    String cards =
        """
        [{"id": "gift_a", "code": "AAAA", "value": 700, "region_id": "reg_eu",
          "order_display_id": 4711, "tax_rate": 12.5, "metadata": null},
         {"id": "gift_b", "code": "BBBB", "value": 700, "region_id": "reg_eu"}]
        """;

    await(create("order_bought", cards));
    await(create("order_bought", cards.replace("gift_", "gift_again_")));

    assertThat(shop.number("SELECT count(*) FROM gift_card WHERE order_id = 'order_bought'"))
        .isEqualTo(2);
    assertThat(balance("gift_a")).isEqualTo(700);
    assertThat(shop.events("gift_b")).hasSize(1);
    for (String card : List.of("gift_a", "gift_b")) {
      assertThat(shop.audited(card))
          .containsExactly(
              "gift_card_change null -> {\"value\":700,\"balance\":700,\"order_id\":\"order_bought\","
                  + "\"is_disabled\":false}");
    }
    shop.has("order", new JsonObject().put("id", "order_bought").put("display_id", 4711));
    JsonObject page =
        shop.ok("adminListGiftCards", NOTHING, new JsonObject().put("q", "4711"), NOTHING);
    assertThat(page.getInteger("count")).isEqualTo(1);
    assertThat(
            page.getJsonArray("gift_cards")
                .getJsonObject(0)
                .getJsonObject("order")
                .getInteger("display_id"))
        .isEqualTo(4711);
  }

  @Test
  void cardsBoughtInACanceledOrderAreWithdrawnOnce() {
    String cards =
        """
        [{"id": "gift_c", "code": "CCCC", "value": 700, "region_id": "reg_eu"},
         {"id": "gift_d", "code": "DDDD", "value": 700, "region_id": "reg_eu"}]
        """;
    await(create("order_gone", cards));
    await(charge("spent", "gift_c", 700));
    await(charge("begun", "gift_d", 200));

    await(withdraw("gone"));

    assertThat(isDisabled("gift_d")).isTrue();
    assertThat(balance("gift_d")).isEqualTo(500);
    assertThat(refusal(charge("later", "gift_d", 1))).contains("disabled");
    await(refund("spent"));
    assertThat(balance("gift_c")).isEqualTo(700);
    assertThat(isDisabled("gift_c")).isTrue();

    shop.sql("UPDATE gift_card SET is_disabled = false WHERE id = 'gift_d'");
    await(withdraw("gone"));
    assertThat(isDisabled("gift_d")).isFalse();
    assertThat(
            shop.events("gift_d").stream().map(event -> event.split(" ")[1] + event.split(" ")[2]))
        .containsExactly("gift_card.created1", "gift_card.charged2", "gift_card.disabled3");
  }

  @Test
  void whatIsRefundedOfAPurchaseIsTakenFromTheCardOnceAndRestoredOnce() {
    await(
        create(
            "order_paid_back",
            """
            [{"id": "gift_e", "code": "EEEE", "value": 700, "region_id": "reg_eu"}]
            """));
    await(take("paid_back", "ref_1", "gift_e", 200));
    await(charge("part", "gift_e", 100));
    await(take("paid_back", "ref_2", "gift_e", 400));

    assertThat(balance("gift_e")).isZero();
    assertThat(isDisabled("gift_e")).isTrue();
    assertThat(bought("paid_back"))
        .isEqualTo(
            new JsonArray()
                .add(
                    new JsonObject()
                        .put("id", "gift_e")
                        .put("value", 700)
                        .put("balance", 0)
                        .put("withdrawn", 600)));
    assertThat(fails(take("paid_back", "ref_3", "gift_e", 1))).isTrue();
    assertThat(fails(take("other", "ref_3", "gift_e", 1))).isFalse();
    assertThat(fails(take("paid_back", "ref_1", "gift_e", 0))).isTrue();

    await(restore("ref_1"));
    await(take("paid_back", "swap_1", "gift_e", 50));
    assertThat(bought("paid_back").getJsonObject(0).getLong("withdrawn")).isEqualTo(400);
    await(restore("swap_1"));
    await(restore("ref_1"));
    assertThat(balance("gift_e")).isEqualTo(200);
    assertThat(isDisabled("gift_e")).isFalse();
    await(restore("ref_2"));
    await(refund("part"));
    assertThat(balance("gift_e")).isEqualTo(700);
    assertThat(shop.events("gift_e").stream().map(event -> event.split(" ")[1]))
        .containsExactly(
            "gift_card.created",
            "gift_card.updated",
            "gift_card.charged",
            "gift_card.updated",
            "gift_card.disabled",
            "gift_card.updated",
            "gift_card.updated",
            "gift_card.updated",
            "gift_card.updated",
            "gift_card.refunded");
  }

  @Test
  void concurrentChargesAndRefundsNeverExceedTheBalance() {
    await(
        create(
            "order_contended",
            """
            [{"id": "gift_f", "code": "FFFF", "value": 700, "region_id": "reg_eu"}]
            """));

    long successes =
        successes(
            12,
            attempt ->
                attempt % 2 == 0
                    ? charge("contending_" + attempt, "gift_f", 200)
                    : take("contended", "ref_" + attempt, "gift_f", 200));

    assertThat(successes).isEqualTo(3);
    assertThat(balance("gift_f")).isEqualTo(100);
  }

  @Test
  void refusalsAreMappedToProblems() {
    JsonObject discount = new JsonObject().put("code", "C").put("discount_id", "disc_1");

    assertThat(
            RedemptionRefusal.problem(
                PlacementSqlState.DISCOUNT_REFUSED, discount.put("reason", "used_up").encode()))
        .isEqualTo(Problem.notAllowed("Discount C has been used maximum allowed times"));
    assertThat(
            RedemptionRefusal.isDeletedDiscount(
                PlacementSqlState.DISCOUNT_REFUSED, discount.put("reason", "gone").encode()))
        .isTrue();
    assertThat(
            RedemptionRefusal.problem(
                PlacementSqlState.GIFT_CARD_REFUSED, discount.put("reason", "disabled").encode()))
        .isEqualTo(Problem.notAllowed("The gift card is disabled"));
  }

  private static long successes(int carts, IntFunction<Future<?>> attempt) {
    List<Future<Boolean>> attempts =
        IntStream.range(0, carts)
            .mapToObj(cart -> attempt.apply(cart).map(true).otherwise(RedemptionIT::refused))
            .toList();
    await(Future.join(attempts));
    return attempts.stream().filter(Future::result).count();
  }

  private static boolean refused(Throwable failure) {
    assertThat(((PgException) failure).getSqlState())
        .isIn(
            PlacementSqlState.DISCOUNT_REFUSED.code(),
            PlacementSqlState.GIFT_CARD_REFUSED.code(),
            CHECK_VIOLATION);
    return false;
  }

  private static String refusal(Future<?> attempt) {
    return await(
        attempt.transform(
            result -> Future.succeededFuture(((PgException) result.cause()).getDetail())));
  }

  private static Future<?> redeem(String cart, String... discounts) {
    return call(
        "SELECT discount.redeem_discounts($1, $2, $3, $4, 'command', 'user:usr_1')",
        Tuple.of("cart_" + cart, "order_" + cart, discounts, NOW));
  }

  private static Future<?> release(String cart) {
    return call(
        "SELECT discount.release_discounts($1, $2, 'command', 'user:usr_1')",
        Tuple.of("order_" + cart, NOW));
  }

  private static Future<?> charge(String cart, String card, long amount) {
    String charges =
        "[{\"id\": \"%s\", \"transaction_id\": \"gct_%s\", \"amount\": %d}]"
            .formatted(card, Ids.ulid(), amount);
    return call(
        "SELECT discount.charge_gift_cards($1, $2::text::jsonb, $3, 'command', 'user:usr_1')",
        Tuple.of("order_" + cart, charges, NOW));
  }

  private static Future<?> refund(String cart) {
    return call(
        "SELECT discount.refund_gift_cards($1, $2, 'command', 'user:usr_1')",
        Tuple.of("order_" + cart, NOW));
  }

  private static Future<?> withdraw(String cart) {
    return call(
        "SELECT discount.withdraw_gift_cards($1, $2, 'command', 'user:usr_1')",
        Tuple.of("order_" + cart, NOW));
  }

  private static Future<?> take(String order, String cause, String card, long amount) {
    return call(
        "SELECT discount.withdraw_gift_card_balances($1, $2, $3, $4, $5, 'command',"
            + " 'user:usr_1')",
        Tuple.of(
            "order_" + order,
            cause,
            cause.startsWith("swap"),
            new JsonArray().add(new JsonObject().put("id", card).put("amount", amount)),
            NOW));
  }

  private static Future<?> restore(String cause) {
    return call(
        "SELECT discount.restore_gift_card_balances($1, $2, 'command', 'user:usr_1')",
        Tuple.of(cause, NOW));
  }

  private static JsonArray bought(String order) {
    return await(
            shop.orders
                .preparedQuery("SELECT discount.bought_gift_cards($1, true)")
                .execute(Tuple.of("order_" + order)))
        .iterator()
        .next()
        .getJsonArray(0);
  }

  private static boolean fails(Future<?> attempt) {
    return await(attempt.map(false).otherwise(true));
  }

  private static Future<?> create(String order, String cards) {
    return call(
        "SELECT discount.create_gift_cards($1, $2::text::jsonb, $3, 'command', 'user:usr_1')",
        Tuple.of(order, cards, NOW));
  }

  /** Calls a published function as the role of the orders schema, in its own transaction. */
  private static Future<?> call(String function, Tuple parameters) {
    return shop.orders.preparedQuery(function).execute(parameters);
  }

  private static String code(String parentId, int limit) {
    return shop.ok(
            "adminCreateDynamicCode",
            id(parentId),
            NOTHING,
            new JsonObject().put("code", Ids.ulid()).put("usage_limit", limit))
        .getJsonObject("discount")
        .getString("id");
  }

  private static String card(long value, String endsAt) {
    return shop.ok(
            "adminCreateGiftCard",
            NOTHING,
            NOTHING,
            new JsonObject()
                .put("value", value)
                .put("region_id", TestDiscounts.EUROPE)
                .put("ends_at", endsAt))
        .getJsonObject("gift_card")
        .getString("id");
  }

  private static long usage(String id) {
    return shop.number("SELECT usage_count FROM discount WHERE id = $1", id);
  }

  private static long balance(String id) {
    return shop.number("SELECT balance FROM gift_card WHERE id = $1", id);
  }

  private static boolean isDisabled(String id) {
    return shop.sql("SELECT is_disabled FROM gift_card WHERE id = $1", id)
        .iterator()
        .next()
        .getBoolean(0);
  }
}
