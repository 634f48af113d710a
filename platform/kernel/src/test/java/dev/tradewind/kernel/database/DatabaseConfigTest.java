package dev.tradewind.kernel.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseConfigTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://ada:p%40ss@db.example:6543/shop",
        "jdbc:postgresql://ada:p%40ss@db.example:6543/shop",
        "postgres://ada:p%40ss@db.example:6543/shop",
      })
  void aUrlContainsAddressAndCredentials(String url) {
    assertThat(DatabaseConfig.parse(url, 4))
        .isEqualTo(
            DatabaseConfigBuilder.builder()
                .host("db.example")
                .port(6543)
                .database("shop")
                .user("ada")
                .password("p@ss")
                .poolSize(4)
                .tls(DatabaseTls.PREFERRED)
                .rolePrefix("")
                .connectionTimeout(Duration.ofSeconds(5))
                .build());
  }

  @Test
  void aPlusInThePasswordStaysAPlus() {
    assertThat(DatabaseConfig.parse("postgresql://ada:a+b%20c@host/shop", 4).password())
        .isEqualTo("a+b c");
  }

  @ParameterizedTest
  @CsvSource({
    "sslmode=verify,            'must be one of disable, prefer, require, verify-ca, verify-full'",
    "sslmode=allow,             must be one of",
    "ssl=true,                  unknown parameter ssl;",
    "connect_timeout=0,         a number of seconds from 1 to 999",
    "connect_timeout=3s,        a number of seconds from 1 to 999",
    "application_name=me,       unknown parameter application_name;",
    "sslrootcert=/nowhere/ca,   sslrootcert of the database URL cannot be read",
  })
  void aParameterThatWouldBeIgnoredIsRefused(String parameter, String reason) {
    assertThatThrownBy(() -> DatabaseConfig.parse("postgresql://ada@host/shop?" + parameter, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void thePortHasADefault() {
    DatabaseConfig config = DatabaseConfig.parse("postgresql://ada@localhost/shop", 4);
    assertThat(config.port()).isEqualTo(5432);
    assertThat(config.connectionTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(
            DatabaseConfig.parse("postgresql://ada@localhost/shop?connect_timeout=60", 4)
                .connectionTimeout())
        .isEqualTo(Duration.ofMinutes(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "shop", "mysql://a:b@host/shop", "postgresql://host", "a b c"})
  void anythingElseIsRefusedWithoutRepeatingIt(String url) {
    assertThatThrownBy(() -> DatabaseConfig.parse(url, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("The database URL must look like");
  }

  @Test
  void thePasswordIsNeverShown() {
    assertThat(DatabaseConfig.parse("postgresql://ada:hush@host/shop", 4).toString())
        .doesNotContain("hush");
  }
}
