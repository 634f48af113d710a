package dev.tradewind.kernel.token;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class JwtServiceTest {

  private static final Token USER = new Token(Token.Surface.ADMIN, "usr_1", 3, "token_1");
  private static final Duration HOUR = Duration.ofHours(1);

  private Vertx vertx;
  private final SigningKeys old = SigningKeys.random();
  private final SigningKeys fresh = SigningKeys.random();
  private JwtService tokens;

  @BeforeEach
  void open(Vertx vertx) {
    this.vertx = vertx;
    tokens = tokens(old, Clock.systemUTC());
  }

  @Test
  void aTokenNamesItsBearer() {
    assertThat(verified(tokens, tokens.issue(USER, HOUR), Token.Surface.ADMIN)).contains(USER);
  }

  @Test
  void claimsAreThoseThatClientsKnow() {
    JsonObject claims = part(tokens.issue(USER, HOUR), 1);

    assertThat(claims.fieldNames())
        .containsExactlyInAnyOrder(
            "user_id", "domain", "version", "jti", "iss", "aud", "iat", "exp");
    assertThat(claims.getString("domain")).isEqualTo("admin");
    assertThat(claims.getLong("exp") - claims.getLong("iat")).isEqualTo(3600);
  }

  @Test
  void aTokenOfOneSurfaceProvesNothingOnTheOther() {
    assertThat(verified(tokens, tokens.issue(USER, HOUR), Token.Surface.STORE)).isEmpty();
  }

  @Test
  void aTokenExpires() {
    JwtService yesterday = tokens(old, Clock.offset(Clock.systemUTC(), Duration.ofDays(-1)));

    assertThat(verified(tokens, yesterday.issue(USER, HOUR), Token.Surface.ADMIN)).isEmpty();
  }

  @Test
  void theFirstKeySignsAndAllVerify() {
    List<SigningKeys.Key> both = new ArrayList<>(fresh.keys());
    both.addAll(old.keys());
    JwtService rotated = tokens(new SigningKeys(both), Clock.systemUTC());

    for (int i = 0; i < 10; i++) {
      assertThat(part(rotated.issue(USER, HOUR), 0).getString("kid"))
          .isEqualTo(fresh.keys().getFirst().id());
    }
    assertThat(verified(rotated, tokens.issue(USER, HOUR), Token.Surface.ADMIN)).contains(USER);
    assertThat(verified(tokens, rotated.issue(USER, HOUR), Token.Surface.ADMIN)).isEmpty();
  }

  @Test
  void replacedKeysSignAtOnceAndFormerOnesVerifyAsLongAsTheyAreAmongThem() {
    SigningKeys keys = new SigningKeys(old.keys());
    JwtService running = tokens(keys, Clock.systemUTC());
    String previous = running.issue(USER, HOUR);
    List<SigningKeys.Key> both = new ArrayList<>(fresh.keys());
    both.addAll(old.keys());

    assertThat(keys.replace(new SigningKeys(both))).isTrue();
    assertThat(keys.replace(new SigningKeys(both))).isFalse();

    String current = running.issue(USER, HOUR);
    assertThat(part(current, 0).getString("kid")).isEqualTo(fresh.keys().getFirst().id());
    assertThat(verified(running, previous, Token.Surface.ADMIN)).contains(USER);
    assertThat(verified(running, current, Token.Surface.ADMIN)).contains(USER);

    keys.replace(fresh);
    assertThat(verified(running, previous, Token.Surface.ADMIN)).isEmpty();
    assertThat(verified(running, current, Token.Surface.ADMIN)).contains(USER);
  }

  @Test
  void aTokenThatIsNotGenuineIsEmpty() {
    String genuine = tokens.issue(USER, HOUR);
    String[] parts = genuine.split("\\.", -1);
    String unsigned = encoded("{\"alg\":\"none\",\"typ\":\"JWT\"}") + "." + parts[1];
    List<String> bad =
        List.of(
            "",
            ".",
            "..",
            "garbage",
            "test_token",
            "a.b.c",
            genuine.substring(0, genuine.length() - 2),
            parts[0] + "." + encoded("{\"user_id\":\"usr_2\"}") + "." + parts[2],
            unsigned,
            unsigned + ".",
            genuine + "=",
            genuine + "==",
            tokens(fresh, Clock.systemUTC()).issue(USER, HOUR));

    for (String token : bad) {
      assertThat(verified(tokens, token, Token.Surface.ADMIN)).as(token).isEmpty();
    }
  }

  @Test
  void keysAreReadAndWritten() {
    assertThat(SigningKeys.parse(old.encoded()).keys()).isEqualTo(old.keys());
    assertThat(old.toString()).doesNotContain(old.keys().getFirst().secret());
  }

  @Test
  void weakOrAmbiguousKeysAreRefusedWithoutRepeatingThem() {
    String secret = "s".repeat(32);

    assertThatThrownBy(() -> SigningKeys.parse("hunter2hunter2"))
        .hasMessageContaining("id:secret")
        .hasMessageNotContaining("hunter2");
    assertThatThrownBy(() -> SigningKeys.parse("a:hunter2"))
        .hasMessageContaining("32")
        .hasMessageNotContaining("hunter2");
    assertThatThrownBy(() -> SigningKeys.parse("a:" + secret + ",a:" + secret))
        .hasMessageContaining("id of its own");
  }

  private JwtService tokens(SigningKeys keys, Clock clock) {
    return new JwtService(vertx, keys, clock);
  }

  private static Optional<Token> verified(
      JwtService tokens, String compact, Token.Surface surface) {
    return await(tokens.verify(compact, surface));
  }

  private static JsonObject part(String compact, int index) {
    byte[] json = Base64.getUrlDecoder().decode(compact.split("\\.", -1)[index]);
    return new JsonObject(new String(json, StandardCharsets.UTF_8));
  }

  private static String encoded(String json) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(json.getBytes(StandardCharsets.UTF_8));
  }
}
