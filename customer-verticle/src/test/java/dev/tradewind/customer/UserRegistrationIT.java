package dev.tradewind.customer;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.customer.password.PasswordCheck;
import dev.tradewind.customer.password.PasswordPolicy;
import dev.tradewind.customer.password.PasswordSettings;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.customer.user.UserRegistration;
import dev.tradewind.testing.Futures;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UserRegistrationIT {

  private final CustomerShop shop = new CustomerShop();
  private final Passwords passwords = new Passwords(shop.vertx, PasswordSettings.DEFAULT);
  private final UserRegistration users =
      new UserRegistration(passwords, PasswordPolicy.NONE, Clock.systemUTC());

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void anAdminUserIsCreatedWithAHashedPassword() {
    String id = await(users.create(shop.pool, " Admin@Example.com", "supersecret"));

    Row user = await(shop.pool.query("SELECT * FROM \"user\"").execute()).iterator().next();
    assertThat(user.getString("id")).isEqualTo(id).startsWith("usr_");
    assertThat(user.getString("email")).isEqualTo("admin@example.com");
    assertThat(user.getString("role")).isEqualTo("admin");
    assertThat(user.getString("password_hash")).startsWith("$argon2id$v=19$m=19456,t=2,p=1$");
    assertThat(await(passwords.check("supersecret", user.getString("password_hash"))))
        .isEqualTo(new PasswordCheck.Match());
    assertThat(await(passwords.check("guess", user.getString("password_hash"))))
        .isEqualTo(new PasswordCheck.Mismatch());
  }

  @Test
  void anEmailHasOneUser() {
    await(users.create(shop.pool, "admin@example.com", "supersecret"));

    assertThatThrownBy(() -> await(users.create(shop.pool, "ADMIN@example.com", "other")))
        .hasMessageContaining("A user with the same email already exists.");
  }

  @Test
  void aSeedCreatesNoUserAfterTheFirst() {
    await(users.create(shop.pool, "admin@example.com", "supersecret"));

    assertThat(await(users.createFirst(shop.pool, "other@example.com", "other"))).isFalse();
    assertThat(shop.count("\"user\"")).isEqualTo(1);
  }

  @Test
  void concurrentSeedsCreateOneUser() {
    List<Future<Boolean>> seeds =
        List.of(
            users.createFirst(shop.pool, "admin@example.com", "a"),
            users.createFirst(shop.pool, "admin@example.com", "b"),
            users.createFirst(shop.pool, "admin@example.com", "c"));

    assertThat(seeds.stream().map(Futures::await).filter(made -> made)).hasSize(1);
  }

  @Test
  void invalidValuesAreRefused() {
    assertThatThrownBy(() -> await(users.create(shop.pool, "nonsense", "supersecret")))
        .hasMessageContaining("email must be an email");
    assertThatThrownBy(() -> await(users.create(shop.pool, "admin@example.com", "")))
        .hasMessageContaining("password should not be empty");
  }
}
