package dev.tradewind.customer;

import static dev.tradewind.customer.CustomerShop.recordedFields;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.event.DeletedReferences;
import dev.tradewind.customer.CustomerShop.Answer;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CustomerGroupsIT {

  private static final String ADD = "adminAddCustomersToCustomerGroup";
  private static final String REMOVE = "adminRemoveCustomersFromCustomerGroup";

  private static CustomerShop shop;

  private final String name = "Group " + Ids.ulid();

  @BeforeAll
  static void open() {
    shop = new CustomerShop();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void aGroupIsCreatedUpdatedAndShown() {
    JsonObject made =
        create(new JsonObject().put("name", name).put("metadata", new JsonObject().put("x", 1)))
            .only("customer_group");
    String id = made.getString("id");
    assertThat(made.fieldNames())
        .isEqualTo(recordedFields("admin-create-customer-group", "customer_group"));

    JsonObject changed =
        update(
                id,
                new JsonObject()
                    .put("name", name + "!")
                    .put("metadata", new JsonObject().put("y", 2)))
            .only("customer_group");

    assertThat(changed.fieldNames())
        .isEqualTo(recordedFields("admin-update-customer-group", "customer_group"));
    assertThat(changed.getString("name")).isEqualTo(name + "!");
    assertThat(changed.getJsonObject("metadata"))
        .isEqualTo(new JsonObject().put("x", 1).put("y", 2));
    assertThat(get(id, new JsonObject()).only("customer_group")).isEqualTo(changed);
    assertThat(shop.events(id)).containsExactly("customer_group.created", "customer_group.updated");
    assertThat(shop.lastEvent(id)).isEqualTo(new JsonObject().put("id", id));
    get("cgrp_none", new JsonObject())
        .refuses(404, "CustomerGroup with id cgrp_none was not found");
    update("cgrp_none", new JsonObject().put("name", "x" + name))
        .refuses(404, "CustomerGroup with id cgrp_none was not found");
  }

  @Test
  void concurrentCreationsUseANameOnce() {
    JsonObject body = new JsonObject().put("name", name);
    List<Future<Answer>> made =
        IntStream.range(0, 6)
            .mapToObj(i ->
                shop.send(
                    "adminCreateCustomerGroup",
                    new JsonObject(),
                    new JsonObject(),
                    body,
                    Principal.ANONYMOUS))
            .toList();
    await(Future.all(made));

    assertThat(made).filteredOn(each -> each.result().status() == 200).hasSize(1);
    made.stream()
        .map(Future::result)
        .filter(answer -> answer.status() != 200)
        .forEach(answer -> answer.refuses(422, "Key (name)=(" + name + ") already exists."));
    update(shop.group("another " + name), body)
        .refuses(422, "Customer_group with name " + name + " already exists.");
  }

  @Test
  void customersAreAddedOnceAndRemoved() {
    String id = shop.group(name);
    String ada = customer("ada");
    String bob = customer("bob");

    JsonObject group = batch(ADD, id, ada, bob, bob).only("customer_group");
    batch(ADD, id, ada).only("customer_group");

    assertThat(group.fieldNames())
        .isEqualTo(recordedFields("admin-add-group-customers", "customer_group"));
    assertThat(shop.events(id))
        .containsExactly("customer_group.created", "customer_group.customers_added");
    assertThat(shop.lastEvent(id).getJsonArray("customer_ids")).containsExactlyInAnyOrder(ada, bob);
    assertThat(shop.lastEvent(ada))
        .isEqualTo(new JsonObject().put("id", ada).put("added_group_ids", new JsonArray().add(id)));
    Answer members = members(id, new JsonObject());
    assertThat(members.ids("customers")).containsExactly(bob, ada);
    assertThat(members.body().getInteger("limit")).isEqualTo(50);
    assertThat(members.body().getJsonArray("customers").getJsonObject(0).fieldNames())
        .isEqualTo(recordedFields("admin-list-group-customers", "customers"));

    batch(REMOVE, id, ada, "cus_none").only("customer_group");

    assertThat(members(id, new JsonObject()).ids("customers")).containsExactly(bob);
    assertThat(shop.events(ada))
        .containsExactly("customer.groups_changed", "customer.groups_changed");
    assertThat(shop.lastEvent(id).getJsonArray("customer_ids")).containsExactly(ada);
  }

  @Test
  void anUnknownCustomerFailsTheWholeBatch() {
    String id = shop.group(name);
    String ada = customer("ada");
    String gone = customer("gone");
    shop.run("UPDATE customer SET deleted_at = now() WHERE id = $1", gone);

    batch(ADD, id, "cus_y", ada, gone, "cus_x")
        .refuses(404, "The following customer ids do not exist: \"cus_y, " + gone + ", cus_x\"");

    assertThat(members(id, new JsonObject()).ids("customers")).isEmpty();
    assertThat(shop.events(ada)).isEmpty();
    batch(ADD, "cgrp_none", ada).refuses(404, "CustomerGroup with id cgrp_none was not found");
    batch(REMOVE, "cgrp_none", ada).refuses(404, "CustomerGroup with id cgrp_none was not found");
  }

  @Test
  void concurrentBatchesLoseNoMember() {
    String id = shop.group(name);
    List<String> all = IntStream.range(0, 12).mapToObj(i -> customer("c" + i)).toList();
    List<Future<Answer>> batches = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      // Every batch overlaps with others, in a different order.
      List<String> some = new ArrayList<>(all.subList(i / 2, all.size()));
      if (i % 2 == 1) {
        Collections.reverse(some);
      }
      batches.add(batchLater(ADD, id, some.toArray(String[]::new)));
      batches.add(
          shop.send(
              "adminUpdateCustomer",
              new JsonObject().put("id", all.get(i)),
              new JsonObject(),
              new JsonObject().put("groups", new JsonArray().add(new JsonObject().put("id", id))),
              Principal.ANONYMOUS));
    }
    await(Future.all(batches));

    assertThat(batches).allSatisfy(each -> assertThat(each.result().status()).isEqualTo(200));
    assertThat(members(id, new JsonObject()).ids("customers"))
        .containsExactlyInAnyOrderElementsOf(all);
    assertThat(
            shop.count(
                "outbox WHERE type = 'customer.groups_changed' AND data->'added_group_ids' ?"
                    + " '"
                    + id
                    + "'"))
        .isEqualTo(12);
  }

  @Test
  void aDeletedGroupIsRemovedFromItsCustomers() {
    String id = shop.group(name);
    String ada = customer("ada");
    batch(ADD, id, ada);
    Promise<List<String>> heard = Promise.promise();
    DeletedReferences.CUSTOMER_GROUP.listen(shop.vertx.eventBus(), heard::tryComplete);

    Answer deleted = shop.admin("adminDeleteCustomerGroup", id, null);

    JsonObject expected =
        new JsonObject().put("id", id).put("object", "customer_group").put("deleted", true);
    assertThat(deleted.body()).isEqualTo(expected);
    assertThat(await(heard.future())).containsExactly(id);
    assertThat(shop.events(id)).endsWith("customer_group.deleted");
    assertThat(shop.count("customer_group_customers WHERE customer_group_id = '" + id + "'"))
        .isZero();
    assertThat(shop.admin("adminDeleteCustomerGroup", id, null).body()).isEqualTo(expected);
    assertThat(shop.events(id)).containsOnlyOnce("customer_group.deleted");
    assertThat(members(id, new JsonObject()).ids("customers")).isEmpty();
  }

  @Test
  void groupsAreFound() {
    String red = shop.group(name + " Red");
    String blue = shop.group(name + " Blue");

    Answer page = list(new JsonObject().put("q", name.toLowerCase(Locale.ROOT)));
    assertThat(page.ids("customer_groups")).containsExactly(blue, red);
    assertThat(page.body().getInteger("limit")).isEqualTo(10);
    assertThat(page.body().getLong("count")).isEqualTo(2);
    assertThat(found(new JsonObject().put("order", "name").put("q", name)))
        .containsExactly(blue, red);
    assertThat(found(new JsonObject().put("id", red))).containsExactly(red);
    assertThat(found(new JsonObject().put("id", new JsonArray().add(red).add(blue))))
        .containsExactly(blue, red);
    assertThat(found(new JsonObject().put("id", new JsonObject().put("gt", red))))
        .contains(blue)
        .doesNotContain(red);
    assertThat(found(new JsonObject().put("id", new JsonObject().put("ends_with", tail(red)))))
        .containsExactly(red);
    assertThat(
            found(new JsonObject().put("name", new JsonArray().add(name + " Red").add("nothing"))))
        .containsExactly(red);
    assertThat(found(new JsonObject().put("q", name).put("name", new JsonArray().add("nothing"))))
        .isEmpty();
    assertThat(found(new JsonObject().put("created_at", new JsonObject().put("lt", "2001-01-01"))))
        .isEmpty();
  }

  private static String tail(String id) {
    return id.substring(id.length() - 8).toLowerCase(Locale.ROOT);
  }

  @Test
  void groupsShowTheirCustomersAndPriceLists() {
    String id = shop.group(name);
    String other = shop.group("other " + name);
    batch(ADD, id, customer("ada"));
    shop.remotes.asked.clear();
    shop.counter.drain();

    Answer page =
        list(
            new JsonObject()
                .put("id", new JsonArray().add(id).add(other))
                .put("expand", "customers,price_lists"));

    assertThat(shop.remotes.asked).hasSize(1);
    assertThat(shop.counter.drain()).hasSize(2);
    JsonObject shown = page.body().getJsonArray("customer_groups").getJsonObject(1);
    assertThat(shown.getJsonArray("customers")).hasSize(1);
    assertThat(shown.getJsonArray("price_lists").getJsonObject(0).getString("id"))
        .isEqualTo("pl_of_" + id);
    assertThat(
            get(id, new JsonObject().put("fields", "name").put("expand", ""))
                .only("customer_group")
                .fieldNames())
        .containsExactly("id", "name");
  }

  @Test
  void membersAreSearched() {
    String id = shop.group(name);
    String ada = customer("ada");
    batch(ADD, id, ada, customer("bob"));

    assertThat(members(id, new JsonObject().put("q", "ada-")).ids("customers"))
        .containsExactly(ada);
    assertThat(
            members(id, new JsonObject().put("groups", new JsonArray().add("cgrp_none")))
                .ids("customers"))
        .hasSize(2);
    assertThat(members(id, new JsonObject().put("has_account", false)).ids("customers")).isEmpty();
  }

  private static String customer(String who) {
    return shop.customer(who + "-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@test.com", true);
  }

  private static Answer create(JsonObject body) {
    return shop.admin("adminCreateCustomerGroup", "", body);
  }

  private static Answer update(String id, JsonObject body) {
    return shop.admin("adminUpdateCustomerGroup", id, body);
  }

  private static Answer get(String id, JsonObject query) {
    return shop.admin("adminGetCustomerGroup", new JsonObject().put("id", id), query, null);
  }

  private static Answer list(JsonObject query) {
    return shop.admin("adminListCustomerGroups", new JsonObject(), query, null);
  }

  private static List<String> found(JsonObject query) {
    return list(query).ids("customer_groups");
  }

  private static Answer members(String id, JsonObject query) {
    return shop.admin(
        "adminListCustomerGroupCustomers", new JsonObject().put("id", id), query, null);
  }

  private static Answer batch(String operation, String id, String... customers) {
    return await(batchLater(operation, id, customers));
  }

  private static Future<Answer> batchLater(String operation, String id, String... customers) {
    JsonArray ids = new JsonArray();
    for (String customer : customers) {
      ids.add(new JsonObject().put("id", customer));
    }
    return shop.send(
        operation,
        new JsonObject().put("id", id),
        new JsonObject(),
        new JsonObject().put("customer_ids", ids),
        Principal.ANONYMOUS);
  }
}
