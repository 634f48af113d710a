package dev.tradewind.kernel.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Encryption of secrets at rest: keys, owners, purposes, rotation. */
class SecretCipherTest {

  private static final String PURPOSE = "test";
  private static final byte[] SECRET = "12345678901234567890".getBytes(UTF_8);
  private static final SigningKeys.Key OLD = key("old", 'o');
  private static final SigningKeys.Key NEW = key("new", 'n');

  private final SecretCipher cipher = of(OLD);

  private static SigningKeys.Key key(String id, char letter) {
    return new SigningKeys.Key(id, Character.toString(letter).repeat(40));
  }

  private static SecretCipher of(SigningKeys.Key... keys) {
    return new SecretCipher(new SigningKeys(List.of(keys)), PURPOSE);
  }

  @Test
  void anEncryptedSecretShowsNothingAndDiffersEachTime() {
    byte[] one = cipher.encrypt(SECRET, "usr_1");

    assertThat(new String(one, UTF_8)).doesNotContain("1234");
    assertThat(cipher.encrypt(SECRET, "usr_1")).isNotEqualTo(one);
    assertThat(cipher.decrypt(one, "usr_1"))
        .hasValueSatisfying(found -> {
          assertThat(found.secret()).isEqualTo(SECRET);
          assertThat(found.isCurrent()).isTrue();
        });
  }

  @Test
  void anotherOwnerPurposeOrKeyAndAChangedTextDecryptNothing() {
    byte[] stored = cipher.encrypt(SECRET, "usr_1");
    byte[] changed = stored.clone();
    changed[changed.length - 1] ^= 1;

    assertThat(cipher.decrypt(stored, "usr_2")).isEmpty();
    assertThat(new SecretCipher(new SigningKeys(List.of(OLD)), "other").decrypt(stored, "usr_1"))
        .isEmpty();
    assertThat(of(NEW).decrypt(stored, "usr_1")).isEmpty();
    assertThat(cipher.decrypt(changed, "usr_1")).isEmpty();
    assertThat(cipher.decrypt(SECRET, "usr_1")).isEmpty();
    assertThat(cipher.decrypt(new byte[0], "usr_1")).isEmpty();
    assertThat(cipher.decrypt(new byte[] {1, 2, 3}, "usr_1")).isEmpty();
    assertThat(cipher.decrypt(Arrays.copyOf(stored, 20), "usr_1")).isEmpty();
  }

  @Test
  void replacedKeysEncryptAndDecryptAtOnce() {
    SigningKeys keys = new SigningKeys(List.of(OLD));
    SecretCipher running = new SecretCipher(keys, PURPOSE);
    byte[] stored = running.encrypt(SECRET, "usr_1");

    keys.replace(new SigningKeys(List.of(NEW, OLD)));

    assertThat(running.decrypt(stored, "usr_1"))
        .hasValueSatisfying(found -> assertThat(found.isCurrent()).isFalse());
    assertThat(of(NEW).decrypt(running.encrypt(SECRET, "usr_1"), "usr_1")).isPresent();
    keys.replace(new SigningKeys(List.of(NEW)));
    assertThat(running.decrypt(stored, "usr_1")).isEmpty();
  }

  @Test
  void aNewKeyInFrontEncryptsAndTheOldOneStillDecrypts() {
    byte[] stored = cipher.encrypt(SECRET, "usr_1");
    SecretCipher rotated = of(NEW, OLD);

    assertThat(rotated.decrypt(stored, "usr_1"))
        .hasValueSatisfying(found -> {
          assertThat(found.secret()).isEqualTo(SECRET);
          assertThat(found.isCurrent()).isFalse();
        });
    assertThat(of(NEW).decrypt(rotated.encrypt(SECRET, "usr_1"), "usr_1")).isPresent();
  }
}
