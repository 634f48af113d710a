package dev.tradewind.customer;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.customer.CustomerClient.ProviderCustomer;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.Modules;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Ids of customers at the services of payment providers. */
class ProviderCustomersIT {

  private static CustomerShop shop;
  private static CustomerClient client;

  private final String me =
      shop.customer(Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com", true);
  private final String other =
      shop.customer(Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com", true);

  @BeforeAll
  static void open() {
    shop = new CustomerShop();
    client = new CustomerClient(shop.bus);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static Optional<ProviderCustomer> found(String id) {
    return await(client.findProviderCustomer(shop.context(), id, CustomerShop.PROVIDER));
  }

  private static void record(String id, String providerCustomer) {
    await(
        client.recordProviderCustomer(shop.context(), id, CustomerShop.PROVIDER, providerCustomer));
  }

  private static JsonObject metadata(JsonObject members) {
    return new JsonObject().put("metadata", members);
  }

  private static JsonObject shown(String id) {
    return shop.admin("adminGetCustomer", id, null).only("customer").getJsonObject("metadata");
  }

  @Test
  void aShopperChoosesNoCustomerOfAProvider() {
    JsonObject chosen = metadata(new JsonObject().put(CustomerShop.PROVIDER, "cus_victim"));

    shop.own("storeMeCustomer", me, new JsonObject(), chosen)
        .refuses(400, "metadata.stripe_id is written by the shop alone");

    assertThat(found(me)).isEmpty();
    assertThat(shown(me)).isNull();
  }

  @Test
  void metadataIsNoSourceOfTheCustomer() {
    setMetadata(me, "cus_victim");

    assertThat(found(me)).isEmpty();
  }

  /** The statement of the migration, for a shop of an earlier version. */
  @Test
  void anIdThatMetadataHadIsTakenOverUnconfirmed() throws IOException {
    String migration =
        Files.readString(
            Modules.folder("customer-verticle")
                .resolve(
                    "src/main/resources/db/migration/customer" + "/V3__provider_customers.sql"));
    String claimed = "cus_" + Ids.ulid();
    setMetadata(me, claimed);
    setMetadata(other, "../customers/" + claimed);

    await(
        shop.pool
            .query(
                migration.substring(migration.indexOf("INSERT INTO")).replace(";", "")
                    + " ON CONFLICT DO NOTHING")
            .execute());

    assertThat(found(me)).contains(new ProviderCustomer(claimed, false));
    assertThat(found(other)).isEmpty();
    record(me, claimed);
    assertThat(found(me)).contains(new ProviderCustomer(claimed, true));
  }

  private static void setMetadata(String id, String stripeId) {
    await(
        shop.pool
            .preparedQuery(
                "UPDATE customer SET metadata = jsonb_build_object('stripe_id', $2::text)"
                    + " WHERE id = $1")
            .execute(Tuple.of(id, stripeId)));
  }

  @Test
  void theCustomerOfAProviderIsRecordedReplacedAndShown() {
    String first = "cus_" + Ids.ulid();
    String second = "cus_" + Ids.ulid();
    record(me, first);
    record(me, second);

    assertThat(found(me)).contains(new ProviderCustomer(second, true));
    assertThat(shown(me)).isEqualTo(new JsonObject().put(CustomerShop.PROVIDER, second));
    assertThat(shop.events(me)).containsExactly("customer.updated", "customer.updated");
  }

  @Test
  void oneCustomerHasACustomerOfAProvider() {
    String taken = "cus_" + Ids.ulid();
    record(me, taken);

    failure(client.recordProviderCustomer(shop.context(), other, CustomerShop.PROVIDER, taken));

    assertThat(found(other)).isEmpty();
    assertThat(shown(other)).isNull();
  }

  @Test
  void metadataOfStaffKeepsIt() {
    String recorded = "cus_" + Ids.ulid();
    record(me, recorded);

    for (String written : new String[] {"cus_victim", ""}) {
      shop.admin(
          "adminUpdateCustomer",
          me,
          metadata(
              new JsonObject().put(CustomerShop.PROVIDER, written).put("note", written + "1")));

      assertThat(shown(me))
          .isEqualTo(
              new JsonObject().put(CustomerShop.PROVIDER, recorded).put("note", written + "1"));
    }
    assertThat(found(me)).contains(new ProviderCustomer(recorded, true));
  }
}
