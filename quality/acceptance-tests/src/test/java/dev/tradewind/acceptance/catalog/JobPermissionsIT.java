package dev.tradewind.acceptance.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Batch jobs where roles are enforced: they need the permission of what they read or write. */
class JobPermissionsIT {

  private static final String TOKEN = "developer-" + Ids.ulid();
  private static final String EMAIL = TOKEN.toLowerCase(Locale.ROOT) + "@example.com";

  private static Shop shop;
  private static Storefront enforcing;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    enforcing = shop.enforcingRoles();
    shop.newUser(EMAIL, "open sesame", TOKEN);
  }

  @ParameterizedTest
  @CsvSource({
    "developer, order-export,   403",
    "developer, product-export, 201",
    "member,    order-export,   403",
    "admin,     order-export,   201"
  })
  void aJobNeedsThePermissionOfWhatItReads(String role, String type, int status) {
    shop.setRole(EMAIL, role);

    assertThat(create(type, false).status()).isEqualTo(status);
  }

  @Test
  void aConfirmationNeedsThePermissionOfItsOwn() {
    shop.setRole(EMAIL, "admin");
    String id = create("order-export", true).body().getJsonObject("batch_job").getString("id");
    shop.setRole(EMAIL, "developer");

    Answer refused = send("/admin/batch-jobs/" + id + "/confirm", null);
    assertThat(refused.status()).as(refused.text()).isEqualTo(403);
    assertThat(refused.body().getString("message")).contains("orders:read");
  }

  private static Answer create(String type, boolean isDryRun) {
    return send(
        "/admin/batch-jobs",
        new JsonObject()
            .put("type", type)
            .put("context", new JsonObject())
            .put("dry_run", isDryRun)
            .encode());
  }

  private static Answer send(String path, String body) {
    return enforcing.send("POST", path, body, "x-medusa-access-token", TOKEN);
  }
}
