package dev.tradewind.acceptance.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.ShopOptions;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.spi.hook.HookPoint;
import dev.tradewind.spi.hook.HookPolicy;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Shop with an HTTP hook at each point: every door of a point asks it, and does what it says. */
class HooksIT {

  private static final String REFUSED = "refused_by_hook";

  private static HookServer hooks;
  private static Shop shop;
  private static Storefront storefront;
  private static StaffClient staff;

  @BeforeAll
  static void open() {
    hooks = new HookServer();
    shop =
        new Shop(
            ShopOptions.defaults()
                .hooks(hooks.hooks(HookPolicy.DEFAULT.within(HookPolicy.MAX_DEADLINE).required()))
                .build());
    storefront = shop.storefront();
    staff = new StaffClient(shop);
  }

  @AfterAll
  static void close() {
    shop.close();
    hooks.close();
  }

  @AfterEach
  void reset() {
    hooks.reset();
    hooks.requireNoFaults();
  }

  private static void refuse(HookPoint point, String sentence) {
    hooks.decide(point, question -> new JsonObject().put("refusal", sentence));
  }

  private static void refused(Answer answer, String sentence) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(answer.body().getString("code")).isEqualTo(REFUSED);
    assertThat(answer.body().getString("message")).isEqualTo(sentence);
  }

  private static JsonObject ok(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body();
  }

  private static String variant() {
    return shop.newVariant(1_000, 50).getString("id");
  }

  private static Answer newCart(JsonArray items) {
    return storefront.post(
        "/store/carts", new JsonObject().put("region_id", storefront.euros()).put("items", items));
  }

  private static JsonObject units(String variant, int quantity) {
    return new JsonObject().put("variant_id", variant).put("quantity", quantity);
  }

  private static Answer addLine(String cart, String variant, int quantity) {
    return storefront.post("/store/carts/" + cart + "/line-items", units(variant, quantity));
  }

  private static Answer complete(String cart) {
    return storefront.post("/store/carts/" + cart + "/complete", null);
  }

  private static Stream<JsonObject> decisions(String orderId) {
    return staff
        .get("/admin/tradewind/audit-log?subject=" + orderId)
        .getJsonArray("audit_entries")
        .stream()
        .map(JsonObject.class::cast)
        .filter(entry -> entry.getString("action").equals("hook_decision"))
        .flatMap(entry -> entry.getJsonObject("after").getJsonArray("decisions").stream())
        .map(JsonObject.class::cast);
  }

  private static List<String> pricedLines(String orderId) {
    return decisions(orderId)
        .filter(each -> each.getString("point").equals("take_price"))
        .map(each -> each.getString("subject"))
        .toList();
  }

  private static List<String> ids(JsonArray lines) {
    return lines.stream().map(line -> ((JsonObject) line).getString("id")).toList();
  }

  @Test
  void linesAreRefusedWhereverAShopperAddsUnits() {
    String allowed = variant();
    String scarce = variant();
    hooks.decide(
        HookPoint.ADD_LINE,
        question ->
            question.getString("variant_id").equals(scarce) && question.getInteger("units") > 2
                ? new JsonObject().put("refusal", "Two for each customer.")
                : new JsonObject().put("metadata", new JsonObject().put("checked", true)));

    refused(newCart(new JsonArray().add(units(scarce, 3))), "Two for each customer.");
    refused(
        newCart(new JsonArray().add(units(scarce, 2)).add(units(scarce, 1))),
        "Two for each customer.");
    String cart =
        ok(newCart(new JsonArray().add(units(allowed, 3)).add(units(scarce, 1))))
            .getJsonObject("cart")
            .getString("id");
    refused(addLine(cart, scarce, 3), "Two for each customer.");
    JsonObject shown = ok(addLine(cart, scarce, 1)).getJsonObject("cart");
    JsonObject line = Storefront.find(shown.getJsonArray("items"), "variant_id", scarce);
    String path = "/store/carts/" + cart + "/line-items/" + line.getString("id");

    assertThat(line.getJsonObject("metadata").getBoolean("checked")).isTrue();
    assertThat(line.fieldNames()).doesNotContain("decisions");
    refused(storefront.post(path, new JsonObject().put("quantity", 9)), "Two for each customer.");
    ok(storefront.post(path, new JsonObject().put("quantity", 1)));
  }

  @Test
  void metadataOfAHookHasTheFormOfDeclaredFieldsOnEachLine() {
    staff.post(
        "/admin/tradewind/fields", "{'resource': 'line_item', 'name': 'boxes', 'type': 'number'}");
    hooks.decide(
        HookPoint.ADD_LINE,
        question -> new JsonObject().put("metadata", new JsonObject().put("boxes", "2.50")));
    JsonObject order = ok(complete(shop.readyCart(variant(), 1))).getJsonObject("data");
    JsonObject line = order.getJsonArray("items").getJsonObject(0);
    String id = "/admin/orders/" + order.getString("id");
    staff.post(id + "/capture", "{}");
    JsonObject fulfilled =
        staff
            .post(
                id + "/fulfillment",
                "{'items': [{'item_id': '%s', 'quantity': 1}]}",
                line.getString("id"))
            .getJsonObject("order");
    staff.post(
        id + "/shipment",
        "{'fulfillment_id': '%s'}",
        fulfilled.getJsonArray("fulfillments").getJsonObject(0).getString("id"));

    JsonObject swap =
        ok(storefront.post(
                "/store/swaps",
                new JsonObject()
                    .put("order_id", order.getString("id"))
                    .put(
                        "return_items",
                        new JsonArray()
                            .add(
                                new JsonObject()
                                    .put("item_id", line.getString("id"))
                                    .put("quantity", 1)))
                    .put("additional_items", new JsonArray().add(units(variant(), 1)))))
            .getJsonObject("swap");

    staff.delete("/admin/tradewind/fields/line_item.boxes");
    assertThat(line.getJsonObject("metadata").getValue("boxes")).isEqualTo(2.5);
    assertThat(
            swap.getJsonArray("additional_items")
                .getJsonObject(0)
                .getJsonObject("metadata")
                .getValue("boxes"))
        .isEqualTo(2.5);
  }

  @Test
  void everyPriceOfACartAndAnOrderIsTheOneOfTheHook() {
    String variant = variant();
    List<String> accounts = new CopyOnWriteArrayList<>();
    hooks.decide(
        HookPoint.TAKE_PRICE,
        question -> {
          accounts.add(String.valueOf(question.getString("customer_id")));
          JsonArray prices = new JsonArray();
          question
              .getJsonArray("items")
              .forEach(each -> {
                JsonObject item = (JsonObject) each;
                prices.add(
                    new JsonObject()
                        .put("variant_id", item.getString("variant_id"))
                        .put("quantity", item.getInteger("quantity"))
                        .put("unit_price", item.getInteger("quantity") > 4 ? 700 : 900));
              });
          return new JsonObject().put("prices", prices);
        });

    JsonObject cart = ok(newCart(new JsonArray().add(units(variant, 1)))).getJsonObject("cart");
    assertThat(cart.getLong("subtotal")).isEqualTo(900);
    String id = cart.getString("id");
    assertThat(ok(addLine(id, variant, 1)).getJsonObject("cart").getLong("subtotal"))
        .isEqualTo(1_800);
    String line =
        storefront
            .get("/store/carts/" + id)
            .cart()
            .getJsonArray("items")
            .getJsonObject(0)
            .getString("id");
    JsonObject resized =
        ok(storefront.post(
                "/store/carts/" + id + "/line-items/" + line, new JsonObject().put("quantity", 5)))
            .getJsonObject("cart");
    assertThat(resized.getLong("subtotal")).isEqualTo(3_500);

    storefront.prepareForCompletion(id, "ada@example.com", "de");
    JsonObject order = ok(complete(id)).getJsonObject("data");
    assertThat(order.getLong("subtotal")).isEqualTo(3_500);

    String sold = order.getJsonArray("items").getJsonObject(0).getString("id");
    staff.post(
        "/admin/orders/" + order.getString("id") + "/fulfillment",
        "{'items': [{'item_id': '%s', 'quantity': 1}]}",
        sold);
    String edit =
        staff
            .post("/admin/order-edits", "{'order_id': '%s'}", order.getString("id"))
            .getJsonObject("order_edit")
            .getString("id");
    JsonObject edited =
        staff
            .post(
                "/admin/order-edits/" + edit + "/items",
                "{'variant_id': '%s', 'quantity': 2}",
                variant())
            .getJsonObject("order_edit");
    assertThat(
            edited.getJsonArray("items").stream()
                .map(each -> ((JsonObject) each).getLong("unit_price")))
        .containsExactlyInAnyOrder(700L, 900L);
    JsonObject claim =
        staff
            .post(
                "/admin/orders/" + order.getString("id") + "/claims",
                "{'type': 'replace', 'claim_items': [{'item_id': '%s', 'quantity': 1, 'reason': 'other'}],"
                    + " 'additional_items': [{'variant_id': '%s', 'quantity': 1}]}",
                sold,
                variant())
            .getJsonObject("order")
            .getJsonArray("claims")
            .getJsonObject(0);
    assertThat(pricedLines(order.getString("id")))
        .as("recorded: the line of the cart, of the edit and of the claim")
        .containsAll(ids(claim.getJsonArray("additional_items")))
        .contains(sold)
        .containsAnyElementsOf(ids(edited.getJsonArray("items")))
        .hasSize(3);
    assertThat(accounts).as("Ada is a guest").containsOnly("null");
  }

  @Test
  void shippingOptionsAreHiddenAndPricedInTheListAndWhenTheyAreChosen() {
    String cart = shop.readyCart(variant(), 1);
    JsonArray all =
        ok(storefront.get("/store/shipping-options/" + cart)).getJsonArray("shipping_options");
    assertThat(all.size()).isGreaterThan(1);
    String hidden = all.getJsonObject(0).getString("id");
    String dear = all.getJsonObject(1).getString("id");
    hooks.decide(
        HookPoint.LIST_SHIPPING_OPTIONS,
        question ->
            new JsonObject()
                .put("hidden", new JsonArray().add(hidden))
                .put("amounts", new JsonObject().put(dear, 4_321)));

    JsonArray left =
        ok(storefront.get("/store/shipping-options/" + cart)).getJsonArray("shipping_options");

    assertThat(left.stream().map(each -> ((JsonObject) each).getString("id")))
        .contains(dear)
        .doesNotContain(hidden);
    assertThat(Storefront.find(left, "id", dear).getLong("amount")).isEqualTo(4_321);
    String methods = "/store/carts/" + cart + "/shipping-methods";
    StaffClient.assertRefused(
        storefront.post(methods, new JsonObject().put("option_id", hidden)),
        400,
        "invalid_data",
        "The shipping option is not available to shoppers");
    JsonObject chosen = ok(storefront.post(methods, new JsonObject().put("option_id", dear)));
    assertThat(chosen.getJsonObject("cart").getLong("shipping_total")).isEqualTo(4_321);
  }

  @Test
  void aRefusedCompletionOrdersNothingAndAPermittedOneIsExplained() {
    String variant = variant();
    String cart = shop.readyCart(variant, 2);
    refuse(HookPoint.COMPLETE_CART, "We call you first.");

    refused(complete(cart), "We call you first.");
    assertThat(shop.orderCount(cart)).isZero();
    assertThat(shop.paymentAttempts(cart)).isEmpty();

    hooks.decide(
        HookPoint.COMPLETE_CART,
        question ->
            new JsonObject()
                .put("metadata", new JsonObject().put("asked_total", question.getLong("total"))));
    JsonObject order = ok(complete(cart)).getJsonObject("data");

    assertThat(order.getJsonObject("metadata").getLong("asked_total"))
        .isEqualTo(order.getLong("total"));
    assertThat(decisions(order.getString("id")).map(each -> each.getString("point")))
        .contains("add_line", "take_price", "complete_cart");
  }

  @Test
  void hooksCostAnAddedLineNoStatement() {
    String variant = variant();
    String cart = shop.readyCart(variant, 1);
    addLine(cart, variant, 1);

    assertThat(shop.fewestStatements(() -> ok(addLine(cart, variant, 1)))).hasSizeBetween(2, 3);
  }

  @Test
  void amountsThatStaffChoosesToRefundAreAskedAboutAtEachDoor() {
    JsonObject order = ok(complete(shop.readyCart(variant(), 3))).getJsonObject("data");
    String id = "/admin/orders/" + order.getString("id");
    JsonObject line = order.getJsonArray("items").getJsonObject(0);
    JsonObject shown = staff.post(id + "/capture", "{}").getJsonObject("order");
    String payment = shown.getJsonArray("payments").getJsonObject(0).getString("id");
    String items = "'items': [{'item_id': '%s', 'quantity': 1}]".formatted(line.getString("id"));
    String fulfillment =
        staff
            .post(
                id + "/fulfillment",
                "{'items': [{'item_id': '%s', 'quantity': 3}]}",
                line.getString("id"))
            .getJsonObject("order")
            .getJsonArray("fulfillments")
            .getJsonObject(0)
            .getString("id");
    staff.post(id + "/shipment", "{'fulfillment_id': '%s'}", fulfillment);
    refuse(HookPoint.REFUND, "Ask the owner.");

    refused(staff.tryPost(id + "/refund", "{'amount': 5, 'reason': 'other'}"), "Ask the owner.");
    refused(
        staff.tryPost("/admin/payments/" + payment + "/refund", "{'amount': 5, 'reason': 'other'}"),
        "Ask the owner.");
    refused(staff.tryPost(id + "/return", "{%s, 'refund': 5}".formatted(items)), "Ask the owner.");
    refused(
        staff.tryPost(
            id + "/claims",
            "{'type': 'refund', 'refund_amount': 5, 'claim_items': [{'item_id': '%s', 'quantity': 1,"
                + " 'reason': 'other'}]}",
            line.getString("id")),
        "Ask the owner.");
    JsonArray returns =
        staff
            .post(id + "/return", "{%s}".formatted(items))
            .getJsonObject("order")
            .getJsonArray("returns");
    refused(
        staff.tryPost(
            "/admin/returns/" + returns.getJsonObject(0).getString("id") + "/receive",
            "{%s, 'refund': 5}".formatted(items)),
        "Ask the owner.");
    assertThat(staff.get(id).getJsonObject("order").getLong("refunded_total")).isZero();

    hooks.reset();
    JsonObject refunded =
        staff.post(id + "/refund", "{'amount': 5, 'reason': 'other'}").getJsonObject("order");
    assertThat(refunded.getLong("refunded_total")).isEqualTo(5);
  }

  @Test
  void aRefundThatWasMadeIsRepeatedWhateverTheHookSaysThen() {
    JsonObject order = ok(complete(shop.readyCart(variant(), 1))).getJsonObject("data");
    String path = "/admin/orders/" + order.getString("id");
    staff.post(path + "/capture", "{}");
    List<String> headers = new ArrayList<>(List.of(staff.credentials()));
    headers.addAll(List.of("idempotency-key", Ids.ulid()));
    JsonObject refund = new JsonObject().put("amount", 7).put("reason", "other");
    ok(storefront.post(path + "/refund", refund, headers.toArray(String[]::new)));
    refuse(HookPoint.REFUND, "Not any more.");

    JsonObject repeated =
        ok(storefront.post(path + "/refund", refund, headers.toArray(String[]::new)));

    assertThat(repeated.getJsonObject("order").getLong("refunded_total")).isEqualTo(7);
  }

  @Test
  void accountsAreRefusedToShoppersAndStaff() {
    JsonObject customer =
        new JsonObject()
            .put("email", "x-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com")
            .put("password", "linen and salt")
            .put("first_name", "Ada")
            .put("last_name", "Lovelace");
    refuse(HookPoint.CREATE_CUSTOMER, "By invitation only.");

    refused(storefront.post("/store/customers", customer), "By invitation only.");
    refused(
        storefront.post("/admin/customers", customer, staff.credentials()), "By invitation only.");
    assertThat(decisions("test-create-customer").map(each -> each.getJsonObject("answer")))
        .extracting(answer -> answer.getString("refusal"))
        .containsExactly("By invitation only.", "By invitation only.");
    hooks.decide(
        HookPoint.CREATE_CUSTOMER,
        question -> new JsonObject().put("metadata", new JsonObject().put("tier", "new")));

    JsonObject made = ok(storefront.post("/store/customers", customer)).getJsonObject("customer");
    assertThat(made.getJsonObject("metadata").getString("tier")).isEqualTo("new");
    JsonObject another = customer.copy().put("email", "other-" + customer.getString("email"));
    Answer byStaff = storefront.post("/admin/customers", another, staff.credentials());
    assertThat(byStaff.status()).as(byStaff.text()).isEqualTo(201);
    assertThat(byStaff.body().getJsonObject("customer").getJsonObject("metadata").getString("tier"))
        .isEqualTo("new");
    assertThat(staff.tryPost("/admin/customers", another.encode()).status()).isEqualTo(422);
    assertThat(
            staff
                .get("/admin/tradewind/audit-log?action=hook_decision")
                .getJsonArray("audit_entries"))
        .extracting(entry -> ((JsonObject) entry).getString("subject"))
        .startsWith(
            byStaff.body().getJsonObject("customer").getString("id"),
            made.getString("id"),
            "test-create-customer",
            "test-create-customer");
  }

  @Test
  void answersThatNoPointAllowsAreNone() {
    for (Buffer lie :
        List.of(
            Buffer.buffer("no JSON"),
            Buffer.buffer("[]"),
            Buffer.buffer("{\"refusal\": 5}"),
            Buffer.buffer("{\"refusal\": \"\"}"),
            Buffer.buffer("{\"metadata\": \"text\"}"),
            Buffer.buffer("{\"refuse\": \"No.\"}"))) {
      String cart = shop.readyCart(variant(), 1);
      hooks.decide(HookPoint.COMPLETE_CART, question -> lie);

      Answer answer = complete(cart);

      assertThat(answer.status()).as(lie + " " + answer.text()).isEqualTo(503);
      hooks.reset();
      untilAsked(() -> complete(cart));
    }
  }

  /** A hook that has failed is asked again in the background first. */
  private static void untilAsked(Supplier<Answer> request) {
    Answer answer = request.get();
    while (answer.status() == 503) {
      Thread.onSpinWait();
      answer = request.get();
    }
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
  }

  /** Slow, lying and refusing by chance: each cart becomes one order at most, with one payment. */
  @Test
  void completionsAreExactlyOnceWhateverAHookDoes() {
    long seed = System.nanoTime();
    Random chance = new Random(seed);
    hooks.decide(
        HookPoint.COMPLETE_CART,
        question ->
            switch (chance.nextInt(4)) {
              case 0 -> new JsonObject().put("refusal", "By chance.");
              default ->
                  new JsonObject()
                      .put("metadata", new JsonObject().put("chance", chance.nextInt()));
            });
    for (int round = 0; round < 12; round++) {
      String variant = variant();
      String cart = shop.readyCart(variant, 1);
      List<CompletableFuture<Answer>> attempts = new ArrayList<>();
      for (int attempt = 0; attempt < 8; attempt++) {
        attempts.add(storefront.postLater("/store/carts/" + cart + "/complete", null));
      }
      List<Answer> answers = attempts.stream().map(CompletableFuture::join).toList();

      Set<String> orders =
          answers.stream()
              .filter(answer -> answer.status() == 200)
              .map(answer -> answer.body().getJsonObject("data").getString("id"))
              .collect(Collectors.toSet());
      assertThat(orders).as("seed " + seed).hasSizeLessThanOrEqualTo(1);
      assertThat(shop.orderCount(cart)).isEqualTo(orders.size());
      assertThat(shop.stockOf(variant)).isEqualTo(50 - orders.size());
      assertThat(answers)
          .filteredOn(answer -> answer.status() != 200)
          .allSatisfy(answer -> assertThat(answer.status()).as(answer.text()).isIn(400, 409));
    }
  }

  @Test
  void aDeadHookThatIsNotRequiredCostsItsDeadlineOnce() {
    HookServer dead = new HookServer();
    AtomicInteger asked = new AtomicInteger();
    Function<JsonObject, Object> counting =
        question -> {
          asked.incrementAndGet();
          return HookServer.SILENT;
        };
    dead.decide(HookPoint.COMPLETE_CART, counting);
    Shop open = new Shop(ShopOptions.defaults().hooks(dead.hooks(HookPolicy.DEFAULT)).build());
    try {
      String before = open.readyCart(open.newVariant(1_000, 10).getString("id"), 1);
      assertThat(open.storefront().post("/store/carts/" + before + "/complete", null).status())
          .isEqualTo(200);
      dead.close();

      for (int order = 0; order < 5; order++) {
        String cart = open.readyCart(open.newVariant(1_000, 10).getString("id"), 1);
        assertThat(open.storefront().post("/store/carts/" + cart + "/complete", null).status())
            .isEqualTo(200);
      }
      assertThat(open.providers().hooks().broken()).isNotEmpty();
    } finally {
      open.close();
    }
  }
}
