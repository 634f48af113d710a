package dev.tradewind.gateway.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallerKeysTest {

  /** The key of appendix A.3 of RFC 7515. */
  @Test
  void thePublicHalfIsDerived() {
    JsonObject key =
        CallerKeys.parse(pemOf("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"))
            .published()
            .getJsonArray("keys")
            .getJsonObject(0);

    assertThat(key.getString("x")).isEqualTo("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU");
    assertThat(key.getString("y")).isEqualTo("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0");
    assertThat(key.getString("alg")).isEqualTo("ES256");
  }

  /** PKCS #8 around the scalar. */
  private static String pemOf(String scalar) {
    byte[] head =
        HexFormat.of()
            .parseHex("3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420");
    byte[] d = Base64.getUrlDecoder().decode(scalar);
    byte[] encoded = new byte[head.length + d.length];
    System.arraycopy(head, 0, encoded, 0, head.length);
    System.arraycopy(d, 0, encoded, head.length, d.length);
    return "-----BEGIN PRIVATE KEY-----\n"
        + Base64.getMimeEncoder().encodeToString(encoded)
        + "\n-----END PRIVATE KEY-----\n";
  }

  @Test
  void theFirstOfSeveralKeysSigns() {
    String one = CallerKeys.random();
    String other = CallerKeys.random();

    CallerKeys keys = CallerKeys.parse(one + other);

    assertThat(keys.published().getJsonArray("keys")).hasSize(2);
    assertThat(keys.signing().id()).isEqualTo(CallerKeys.parse(one).signing().id());
    assertThat(keys.signing().toString()).isEqualTo(keys.signing().id());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "secret",
        "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
        "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----"
      })
  void anotherTextIsRefused(String text) {
    assertThatThrownBy(() -> CallerKeys.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("openssl genpkey");
  }

  @ParameterizedTest
  @CsvSource({"EC,384", "RSA,2048"})
  void aKeyOfAnotherKindIsRefused(String algorithm, int size) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(size);
    String pem =
        "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----"
            .formatted(
                Base64.getEncoder()
                    .encodeToString(generator.generateKeyPair().getPrivate().getEncoded()));

    assertThatThrownBy(() -> CallerKeys.parse(pem)).hasMessageContaining("curve P-256");
  }
}
