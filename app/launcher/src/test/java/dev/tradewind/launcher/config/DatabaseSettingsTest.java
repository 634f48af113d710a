package dev.tradewind.launcher.config;

import static dev.tradewind.launcher.config.NodeConfigs.PRODUCTION;
import static dev.tradewind.launcher.config.NodeConfigs.configOf;
import static dev.tradewind.launcher.config.NodeConfigs.production;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections, logins and pools of the database. */
class DatabaseSettingsTest {

  @Test
  void thePasswordOfTheDatabaseIsInTheUrlOrInAFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("password"), "secret\n");
    String url = "postgresql://shop@db/shop";

    NodeConfig config =
        configOf(
            Map.of(Setting.DATABASE_URL, url, Setting.DATABASE_PASSWORD_FILE, file.toString()));
    assertThat(config.database(url).password()).isEqualTo("secret");

    assertThatThrownBy(() -> configOf(Map.of(Setting.DATABASE_PASSWORD_FILE, file.toString())))
        .hasMessageContaining("needs TRADEWIND_DATABASE_URL");
    assertThatThrownBy(() ->
            configOf(
                Map.of(
                    Setting.DATABASE_URL,
                    "postgresql://shop:other@db/shop",
                    Setting.DATABASE_PASSWORD_FILE,
                    file.toString())))
        .hasMessageContaining("Set either a password in TRADEWIND_DATABASE_URL or");
    Files.delete(file);
    assertThatThrownBy(() ->
            configOf(
                Map.of(Setting.DATABASE_URL, url, Setting.DATABASE_PASSWORD_FILE, file.toString())))
        .hasMessageContaining("cannot be read");
  }

  @Test
  void everyPoolHasTheSizeOfAllUnlessItHasItsOwn() {
    NodeConfig config =
        configOf(
            Map.of(
                Setting.DATABASE_POOL_SIZE, "3", Setting.DATABASE_POOL_SIZES, "cart=8, order=5"));

    assertThat(config.poolSize("cart")).isEqualTo(8);
    assertThat(config.poolSize("order")).isEqualTo(5);
    assertThat(config.poolSize("catalog")).isEqualTo(3);
  }

  @Test
  void thePoolOfCartsIsTwiceAsLarge() {
    assertThat(configOf(Map.of()).poolSize("cart")).isEqualTo(8);
    assertThat(configOf(Map.of(Setting.DATABASE_POOL_SIZE, "3")).poolSize("cart")).isEqualTo(6);
    assertThat(configOf(Map.of(Setting.DATABASE_POOL_SIZES, "cart=3")).poolSize("cart"))
        .isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cart", "cart=", "cart=0", "cart=many", "=4", "cart=2,cart=3"})
  void aMalformedPoolSizeIsRejected(String sizes) {
    assertThatThrownBy(() -> configOf(Map.of(Setting.DATABASE_POOL_SIZES, sizes)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_DATABASE_POOL_SIZES");
  }

  @Test
  void aVerticleHasTheLoginThatIsItsOwn() {
    NodeConfig config =
        configOf(
            production(
                Setting.DATABASE_LOGINS, "cart=shop_cart:s%2Cecret, order=shop_order:other"));
    DatabaseConfig shared =
        config.database("postgresql://operator:hush@127.0.0.1:5432/shop?sslmode=require");

    DatabaseConfig cart = config.databaseOf("cart", shared);

    assertThat(cart.user()).isEqualTo("shop_cart");
    assertThat(cart.password()).isEqualTo("s,ecret");
    assertThat(cart.database()).isEqualTo("shop");
    assertThat(cart.requiresTls()).isTrue();
    assertThat(config.databaseOf("order", shared).user()).isEqualTo("shop_order");
    assertThat(config.databaseLogins().toString()).doesNotContain("ecret", "other");
    assertThat(configOf(PRODUCTION).databaseOf("cart", shared).user()).isEqualTo("operator");
  }

  @Test
  void loginsOfTheVerticlesAreReadAgainFromTheirFile(@TempDir Path folder) throws IOException {
    Path logins = Files.writeString(folder.resolve("logins"), "cart=shop_cart:former");
    Path settings =
        Files.writeString(
            folder.resolve("node.yaml"),
            """
            TRADEWIND_DATABASE_URL: postgresql://operator@127.0.0.1/shop
            TRADEWIND_DATABASE_LOGINS_FILE: %s
            """
                .formatted(logins));
    NodeConfig config = NodeConfig.of(Settings.load(settings));
    DatabaseConfig cart =
        config.databaseOf("cart", config.database("postgresql://operator@127.0.0.1/shop"));
    assertThat(cart.password()).isEqualTo("former");

    Files.writeString(logins, "cart=shop_cart:present,order=shop_order:other\n");
    assertThat(cart.password()).isEqualTo("present");

    Files.writeString(logins, "order=shop_order:other");
    assertThatThrownBy(cart::password)
        .isInstanceOf(CliException.class)
        .hasMessageContaining("names none of cart")
        .hasMessageNotContaining("other");
  }

  @ParameterizedTest
  @ValueSource(strings = {"kart", "cart=shop", "cart=:x", "cart=a:b:c", "cart=a:b,cart=c:d"})
  void aMalformedLoginIsRejectedWithoutBeingRepeated(String logins) {
    assertThatThrownBy(() -> configOf(production(Setting.DATABASE_LOGINS, logins)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_DATABASE_LOGINS")
        .hasMessageNotContaining(logins);
  }

  @Test
  void theShopsOfOneServerHaveRolesOfDifferentNames() {
    DatabaseConfig database =
        configOf(production(Setting.DATABASE_ROLE_PREFIX, "north_"))
            .database("postgresql://north@db/north?sslmode=require");

    assertThat(database.roleOf(Schema.of("cart"))).isEqualTo("north_cart");
    assertThatThrownBy(() -> configOf(production(Setting.DATABASE_ROLE_PREFIX, "north\"")))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_DATABASE_ROLE_PREFIX");
  }

  @ParameterizedTest
  @CsvSource({
    "db, false",
    "db?sslmode=disable, false",
    "db?sslmode=prefer, false",
    "db?sslmode=require, true",
    "db?sslmode=verify-full, true",
    "192.0.2.7, false",
    "127.0.0.1, true",
    "localhost, true",
    "[::1], true",
    "[2001:db8::7], false",
    "localhost.example, false"
  })
  void productionConnectsToTheDatabaseWithTlsUnlessToldOtherwise(String host, boolean isAllowed) {
    String[] parts = host.split("\\?", 2);
    String url =
        "postgresql://shop:secret@%s:5432/shop%s"
            .formatted(parts[0], parts.length > 1 ? "?" + parts[1] : "");

    if (isAllowed) {
      assertThat(configOf(production(Setting.DATABASE_URL, url)).databaseUrl()).isEqualTo(url);
    } else {
      assertThatThrownBy(() -> configOf(production(Setting.DATABASE_URL, url)))
          .isInstanceOf(CliException.class)
          .hasMessageContaining("TRADEWIND_DATABASE_PLAIN_TEXT=true")
          .hasMessageNotContaining("secret");
      assertThat(configOf(Map.of(Setting.DATABASE_URL, url)).databaseUrl()).isEqualTo(url);
      Map<Setting, String> told = production(Setting.DATABASE_URL, url);
      told.put(Setting.DATABASE_PLAIN_TEXT, "true");
      assertThat(configOf(told).databaseUrl()).isEqualTo(url);
    }
  }
}
