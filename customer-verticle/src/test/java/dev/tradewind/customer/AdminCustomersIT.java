package dev.tradewind.customer;

import static dev.tradewind.customer.CustomerShop.recordedFields;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.customer.CustomerShop.Answer;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AdminCustomersIT {

  private static CustomerShop shop;

  private final String email = Ids.ulid().toLowerCase(Locale.ROOT) + "@test.com";

  @BeforeAll
  static void open() {
    shop = new CustomerShop();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void anAccountIsCreated() {
    Answer answer = create(" " + email.toUpperCase(Locale.ROOT));

    assertThat(answer.status()).isEqualTo(201);
    JsonObject customer = answer.only("customer");
    assertThat(customer.fieldNames())
        .isEqualTo(recordedFields("admin-create-customer", "customer"));
    assertThat(customer.getString("email")).isEqualTo(email);
    assertThat(customer.getBoolean("has_account")).isTrue();
    assertThat(customer.getJsonObject("metadata")).isEqualTo(new JsonObject().put("vip", true));
    String id = customer.getString("id");
    assertThat(shop.events(id)).containsExactly("customer.created");
    assertThat(shop.lastEvent(id)).isEqualTo(new JsonObject().put("id", id));
    assertThat(
            shop.run("SELECT password_hash FROM customer WHERE id = $1", id)
                .iterator()
                .next()
                .getString(0))
        .startsWith("$argon2id$");
  }

  @Test
  void concurrentCreationsMakeOneAccountPerEmail() {
    shop.customer(email, false);
    List<Future<Answer>> made = IntStream.range(0, 6).mapToObj(i -> createLater(email)).toList();
    await(Future.all(made));

    assertThat(made).filteredOn(each -> each.result().status() == 201).hasSize(1);
    made.stream()
        .map(Future::result)
        .filter(answer -> answer.status() != 201)
        .forEach(answer ->
            answer.refuses(
                422, "A customer with the given email already has an account. Log in instead"));
    assertThat(shop.count("customer WHERE email = '" + email + "'")).isEqualTo(2);
  }

  @Test
  void aCustomerIsShownWithOrdersAndAddresses() {
    String id = create(email).only("customer").getString("id");

    JsonObject shown = get(id, new JsonObject()).only("customer");

    assertThat(shown.fieldNames()).isEqualTo(recordedFields("admin-get-customer", "customer"));
    JsonObject order = shown.getJsonArray("orders").getJsonObject(0);
    assertThat(order.getString("id")).isEqualTo("order_of_" + id);
    assertThat(order.fieldNames()).contains("object", "currency_code").doesNotContain("items");
    get("cus_none", new JsonObject()).refuses(404, "Customer with id: cus_none was not found");
  }

  @Test
  void selectedFieldsAreShown() {
    String id = create(email).only("customer").getString("id");

    assertThat(fields(id, new JsonObject().put("expand", "").put("fields", "email")))
        .containsExactly("id", "email");
    assertThat(fields(id, new JsonObject().put("fields", "")))
        .containsExactlyInAnyOrder("id", "orders", "billing_address", "shipping_addresses");
    JsonObject whole =
        get(
                id,
                new JsonObject()
                    .put(
                        "expand",
                        "orders.items,groups.price_lists,shipping_addresses.country,"
                            + "billing_address"))
            .only("customer");
    assertThat(whole.fieldNames()).contains("orders", "groups", "billing_address");
    assertThat(
            whole
                .getJsonArray("orders")
                .getJsonObject(0)
                .getJsonArray("items")
                .getJsonObject(0)
                .getInteger("quantity"))
        .isEqualTo(2);
    get(id, new JsonObject().put("expand", "secrets"))
        .refuses(400, "Requested fields [secrets] are not valid");
    get(id, new JsonObject().put("fields", "password_hash"))
        .refuses(400, "Requested fields [password_hash] are not valid");
  }

  @Test
  void aCustomerIsUpdated() {
    String id = create(email).only("customer").getString("id");

    JsonObject changed =
        update(
                id,
                new JsonObject()
                    .put("first_name", "G.")
                    .put("phone", "1")
                    .put("metadata", new JsonObject().put("tier", 2).put("vip", "")))
            .only("customer");

    assertThat(changed.fieldNames()).isEqualTo(recordedFields("admin-update-customer", "customer"));
    assertThat(changed.getString("first_name")).isEqualTo("G.");
    assertThat(changed.getString("last_name")).isEqualTo("Hopper");
    assertThat(changed.getJsonObject("metadata")).isEqualTo(new JsonObject().put("tier", 2));
    assertThat(shop.events(id)).containsExactly("customer.created", "customer.updated");
    update("cus_none", new JsonObject()).refuses(404, "Customer with id: cus_none was not found");
  }

  @Test
  void onlyTheEmailOfAGuestCanBeChanged() {
    String account = create(email).only("customer").getString("id");
    String guest = shop.customer(email, false);
    shop.customer("taken." + email, false);

    update(account, new JsonObject().put("email", email))
        .refuses(400, "Email cannot be changed when the user has registered their account");
    update(guest, new JsonObject().put("email", "taken." + email))
        .refuses(422, "Customer with email, has_account taken." + email + ", f already exists.");
    assertThat(
            update(guest, new JsonObject().put("email", "New." + email))
                .only("customer")
                .getString("email"))
        .isEqualTo("new." + email);
  }

  @Test
  void aPasswordDoesNotGiveAGuestAnAccount() {
    String guest = shop.customer(email, false);

    JsonObject changed = update(guest, new JsonObject().put("password", "pw")).only("customer");

    assertThat(changed.getBoolean("has_account")).isFalse();
    assertThat(shop.count("customer WHERE id = '" + guest + "' AND password_hash IS NOT NULL"))
        .isEqualTo(1);
    assertThat(shop.events(guest)).containsExactly("customer.updated");
  }

  @Test
  void aPasswordTakesItsPermission() {
    String id = create(email).only("customer").getString("id");
    String before = hash(id);
    Principal member =
        new Principal(Principal.Kind.USER, "usr_member", Principal.Credential.SESSION);

    for (JsonObject body :
        List.of(
            new JsonObject().put("password", "chosen"),
            new JsonObject().put("first_name", "X").put("password", "chosen"))) {
      Answer refused =
          await(
              shop.send(
                  "adminUpdateCustomer",
                  new JsonObject().put("id", id),
                  new JsonObject(),
                  body,
                  member));
      refused.refuses(403, "This needs the permission customers:password");
    }

    assertThat(hash(id)).isEqualTo(before);
    assertThat(shop.events(id)).containsExactly("customer.created");
  }

  private static String hash(String id) {
    return shop.run("SELECT password_hash FROM customer WHERE id = $1", id)
        .iterator()
        .next()
        .getString(0);
  }

  @Test
  void everyDoorToAPasswordLeavesAnAuditEntry() {
    String id = create(email).only("customer").getString("id");

    update(id, new JsonObject().put("password", "by staff")).only("customer");
    shop.own(
            "storeMeCustomer",
            id,
            new JsonObject(),
            new JsonObject().put("password", "by the owner"))
        .only("customer");

    assertThat(
            shop
                .run(
                    "SELECT action || ' ' || actor_type || ' ' || actor_id FROM audit_entry"
                        + " WHERE subject = $1 ORDER BY sequence",
                    id)
                .stream()
                .map(row -> row.getString(0)))
        .containsExactly(
            "password_change user " + CustomerShop.STAFF.id(), "password_change customer " + id);
  }

  @Test
  void membershipIsToldByCustomerAndGroupWhicheverDoorChangesIt() {
    String id = create(email).only("customer").getString("id");
    String group = shop.group("members of " + email);

    update(id, groups(group)).only("customer");
    update(id, groups()).only("customer");
    JsonObject members =
        new JsonObject().put("customer_ids", new JsonArray().add(new JsonObject().put("id", id)));
    shop.admin("adminAddCustomersToCustomerGroup", group, members);
    shop.admin("adminDeleteCustomerGroup", group, null);

    assertThat(shop.events(group))
        .containsSubsequence(
            "customer_group.customers_added",
            "customer_group.customers_removed",
            "customer_group.customers_added");
    assertThat(
            shop
                .run(
                    "SELECT concat_ws(' ', actor_id, before -> 'count', after -> 'count')"
                        + " FROM audit_entry WHERE subject = $1 AND action = 'group_change'"
                        + " ORDER BY sequence",
                    id)
                .stream()
                .map(row -> row.getString(0)))
        .containsExactly(
            CustomerShop.STAFF.id() + " 1",
            CustomerShop.STAFF.id() + " 1",
            CustomerShop.STAFF.id() + " 1",
            CustomerShop.STAFF.id() + " 1");
  }

  @Test
  void aPasswordChangeRevokesSessionsAndTokens() {
    String id = create(email).only("customer").getString("id");
    JsonObject token =
        new JsonObject()
            .put(
                "customer_token",
                new JsonObject().put("id", id).put("version", 1).put("token_id", "token_" + id));
    shop.run(
        """
        INSERT INTO issued_token (id, customer_id, credential_version, created_at, expires_at)
        VALUES ('token_%1$s', '%1$s', 1, now(), now() + interval '1 day')
        """
            .formatted(id));
    assertThat(await(shop.customers.authenticate(shop.context(), token)).fieldNames())
        .contains("customer");

    update(id, new JsonObject().put("password", "another").put("phone", "5"));

    assertThat(await(shop.customers.authenticate(shop.context(), token)).fieldNames())
        .doesNotContain("customer");
    assertThat(shop.events(id)).containsExactly("customer.created", "customer.updated");
  }

  @Test
  void groupsAreReplaced() {
    String id = create(email).only("customer").getString("id");
    String first = shop.group("first " + email);
    String second = shop.group("second " + email);

    update(id, groups(first));
    assertThat(shop.lastEvent(id).getJsonArray("added_group_ids")).containsExactly(first);
    update(id, groups(second, second));

    assertThat(shop.lastEvent(id))
        .isEqualTo(
            new JsonObject()
                .put("id", id)
                .put("added_group_ids", new JsonArray().add(second))
                .put("removed_group_ids", new JsonArray().add(first)));
    int told = shop.events(id).size();
    update(id, groups(second).put("first_name", "X"));
    update(id, groups(second, "cgrp_none").put("first_name", "Y"))
        .refuses(404, "Customer_group with customer_group_id cgrp_none does not exist.");
    JsonObject shown = get(id, new JsonObject().put("expand", "groups")).only("customer");
    assertThat(shown.getString("first_name")).isEqualTo("X");
    assertThat(shown.getJsonArray("groups")).hasSize(1);
    assertThat(shop.events(id)).hasSize(told + 1);
    assertThat(
            await(shop.customers.findCustomers(shop.context(), List.of(id)))
                .getFirst()
                .getJsonArray("group_ids"))
        .containsExactly(second);
  }

  @Test
  void aGuestInAGroupIsNotOfferedWhatTheGroupIs() {
    String group = shop.group("offered " + email);
    String guest = shop.customer("guest." + email, false);
    String member = shop.customer("member." + email, true);
    update(guest, groups(group));
    update(member, groups(group));

    List<JsonObject> found =
        await(shop.customers.findCustomers(shop.context(), List.of(guest, member)));

    assertThat(found)
        .allSatisfy(customer ->
            assertThat(customer.getJsonArray("group_ids"))
                .hasSize(customer.getBoolean("has_account") ? 1 : 0));
    JsonObject shown = get(guest, new JsonObject().put("expand", "groups")).only("customer");
    assertThat(shown.getJsonArray("groups")).hasSize(1);
  }

  @Test
  void customersAreListed() {
    String mark = Ids.ulid().toLowerCase(Locale.ROOT);
    String older = shop.customer("a." + mark + "@test.com", true);
    String newer = shop.customer("b." + mark + "@test.com", false);
    String group = shop.group("list " + mark);
    update(older, groups(group, shop.group("other " + mark)));

    Answer page = list(new JsonObject().put("q", mark.toUpperCase(Locale.ROOT)));
    assertThat(page.ids("customers")).containsExactly(newer, older);
    assertThat(page.body().getInteger("limit")).isEqualTo(50);
    assertThat(page.body().getJsonArray("customers").getJsonObject(0).fieldNames())
        .isEqualTo(recordedFields("admin-list-customers", "customers"));
    assertThat(ids(mark, new JsonObject().put("order", "email"))).containsExactly(older, newer);
    assertThat(ids(mark, new JsonObject().put("has_account", true))).containsExactly(older);
    assertThat(ids(mark, new JsonObject().put("limit", 1).put("offset", 1))).containsExactly(older);
    assertThat(
            ids(mark, new JsonObject().put("created_at", new JsonObject().put("gt", "2999-01-01"))))
        .isEmpty();
    Answer ofGroup = list(new JsonObject().put("groups", new JsonArray().add(group)));
    assertThat(ofGroup.ids("customers")).containsExactly(older);
    assertThat(ofGroup.body().getJsonArray("customers").getJsonObject(0).getJsonArray("groups"))
        .hasSize(1);
    list(new JsonObject().put("order", "password_hash"))
        .refuses(400, "Order field password_hash is not valid");
  }

  @Test
  void aPageSendsOneRequestToTheOrderVerticle() {
    String mark = Ids.ulid().toLowerCase(Locale.ROOT);
    for (int i = 0; i < 5; i++) {
      shop.customer(i + mark + "@test.com", true);
    }
    shop.remotes.asked.clear();
    shop.counter.drain();

    Answer page =
        list(new JsonObject().put("q", mark).put("expand", "orders,groups,shipping_addresses"));

    assertThat(page.ids("customers")).hasSize(5);
    assertThat(shop.remotes.asked).hasSize(1);
    assertThat(shop.counter.drain()).hasSize(3);
  }

  private static Answer create(String email) {
    return await(createLater(email));
  }

  private static Future<Answer> createLater(String email) {
    return shop.send(
        "adminCreateCustomer",
        new JsonObject(),
        new JsonObject(),
        new JsonObject()
            .put("email", email)
            .put("first_name", "Grace")
            .put("last_name", "Hopper")
            .put("password", "secret")
            .put("metadata", new JsonObject().put("vip", true)),
        Principal.ANONYMOUS);
  }

  private static Answer get(String id, JsonObject query) {
    return shop.admin("adminGetCustomer", new JsonObject().put("id", id), query, null);
  }

  private static Iterable<String> fields(String id, JsonObject query) {
    return get(id, query).only("customer").fieldNames();
  }

  private static Answer update(String id, JsonObject body) {
    return shop.admin("adminUpdateCustomer", id, body);
  }

  private static Answer list(JsonObject query) {
    return shop.admin("adminListCustomers", new JsonObject(), query, null);
  }

  private static List<String> ids(String mark, JsonObject query) {
    return list(query.put("q", mark)).ids("customers");
  }

  private static JsonObject groups(String... ids) {
    JsonArray groups = new JsonArray();
    for (String id : ids) {
      groups.add(new JsonObject().put("id", id));
    }
    return new JsonObject().put("groups", groups);
  }
}
