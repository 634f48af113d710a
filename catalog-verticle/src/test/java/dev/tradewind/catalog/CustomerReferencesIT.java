package dev.tradewind.catalog;

import static dev.tradewind.catalog.TestCatalog.context;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.event.DeletedReferences;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Internal operations for the customer verticle. */
class CustomerReferencesIT {

  private static TestCatalog catalog;

  @BeforeAll
  static void open() {
    catalog = new TestCatalog();
    catalog.sql(
        """
        INSERT INTO price_list (id, name, description, deleted_at)
        VALUES ('pl_1', 'VIP', 'Cheaper', NULL), ('pl_2', 'Old', 'Gone', now())
        """);
    catalog.sql(
        """
        INSERT INTO price_list_customer_group
        VALUES ('pl_1', 'cgrp_1'), ('pl_2', 'cgrp_1'), ('pl_1', 'cgrp_2'), ('pl_1', 'cgrp_3')
        """);
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @Test
  void countriesAreFoundByCode() {
    List<JsonObject> found =
        await(catalog.client.findCountries(context(), List.of("no", "zz", "dk")));

    assertThat(found)
        .extracting(country -> country.getString("display_name"))
        .containsExactly("Norway", "Denmark");
  }

  @Test
  void priceListsAreFoundForGroups() {
    List<JsonObject> found =
        await(catalog.client.findPriceListsOfGroups(context(), List.of("cgrp_1", "cgrp_2")));

    assertThat(found)
        .extracting(each -> each.getString("customer_group_id"))
        .containsExactlyInAnyOrder("cgrp_1", "cgrp_2");
    assertThat(found.getFirst().getJsonObject("price_list").fieldNames())
        .containsExactly(
            "id",
            "created_at",
            "updated_at",
            "deleted_at",
            "name",
            "description",
            "type",
            "status",
            "starts_at",
            "ends_at",
            "includes_tax");
    assertThat(found.getFirst().getJsonObject("price_list").getString("created_at"))
        .matches("\\d{4}-.*T.*\\.\\d{3}Z");
  }

  @Test
  void aDeletedGroupLeavesItsPriceLists() {
    DeletedReferences.CUSTOMER_GROUP.publish(catalog.vertx.eventBus(), List.of("cgrp_3"));

    until(() ->
        catalog
                .sql("SELECT FROM price_list_customer_group WHERE customer_group_id = 'cgrp_3'")
                .size()
            == 0);
    assertThat(catalog.sql("SELECT FROM price_list_customer_group")).hasSize(3);
  }
}
