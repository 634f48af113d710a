package dev.tradewind.acceptance.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.embedded.EmbeddedPostgres;
import dev.tradewind.kernel.database.MigrationException;
import dev.tradewind.testing.Lane;
import dev.tradewind.testing.Modules;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A checkout on each supported version of PostgreSQL that is older than the embedded one. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PostgresVersionsIT {

  private static final Path BINARIES =
      Modules.folder("acceptance-tests").resolve("target/postgresql-versions");

  static List<Integer> versions() {
    return Lane.cases(List.of(15, 16, 17), 15);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void aShopStartsTwiceAndSells(int version) {
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.startForTests(BINARIES.resolve(version + ".jar"))) {
      Shop shop = Shop.on(postgres.database("shop"));
      try {
        String variantId = shop.newVariant(500, 9).getString("id");
        Answer completed =
            shop.storefront()
                .post("/store/carts/" + shop.readyCart(variantId, 1) + "/complete", null);

        assertThat(completed.status()).isEqualTo(200);
        assertThat(completed.body().getString("type")).isEqualTo("order");
        shop.awaitNoWaitingEvents();
      } finally {
        shop.close();
      }
    }
  }

  @Test
  void anOlderServerIsRefusedByName() {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.startForTests(BINARIES.resolve("14.jar"))) {
      String database = postgres.database("shop");

      assertThatThrownBy(() -> Shop.on(database))
          .isInstanceOf(MigrationException.class)
          .hasMessageContaining("runs on PostgreSQL 14")
          .hasMessageContaining("needs PostgreSQL 15 or later");
    }
  }
}
