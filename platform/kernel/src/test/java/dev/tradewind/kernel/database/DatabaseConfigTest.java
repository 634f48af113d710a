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
            new DatabaseConfig(
                "db.example",
                6543,
                "shop",
                "ada",
                "p@ss",
                4,
                DatabaseTls.PREFERRED,
                "",
                null,
                Duration.ofSeconds(5)));
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
    "connect_timeout=3,         unknown parameter connect_timeout;",
    "sslrootcert=/nowhere/ca,   sslrootcert of the database URL cannot be read",
  })
  void aParameterThatWouldBeIgnoredIsRefused(String parameter, String reason) {
    assertThatThrownBy(() -> DatabaseConfig.parse("postgresql://ada@host/shop?" + parameter, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void thePortHasADefault() {
    assertThat(DatabaseConfig.parse("postgresql://ada@localhost/shop", 4).port()).isEqualTo(5432);
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
