package dev.tradewind.kernel.token;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Secrets that sign tokens, shared by all verticles of a node. The first signs, all verify: a new
 * key is put in front, and an old one is removed when the last token that it signed has expired.
 * They may be replaced at any time; what derives other keys of them compares the list.
 */
public final class SigningKeys {

  // HS256 is only as strong as a secret of the length of its hash.
  private static final int MINIMUM_LENGTH = 32;

  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * One secret.
   *
   * @param id key id in the tokens that it signed
   */
  public record Key(String id, String secret) {

    @Override
    public String toString() {
      return id;
    }
  }

  private volatile List<Key> keys;

  public SigningKeys(List<Key> keys) {
    this.keys = valid(keys);
  }

  private static List<Key> valid(List<Key> keys) {
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("There must be at least one token key.");
    }
    Set<String> ids = new HashSet<>();
    for (Key key : keys) {
      if (key.id().isEmpty() || !ids.add(key.id())) {
        throw new IllegalArgumentException("Every token key needs an id of its own.");
      }
      if (key.secret().length() < MINIMUM_LENGTH) {
        throw new IllegalArgumentException(
            "The secret of the token key "
                + key.id()
                + " must have at least "
                + MINIMUM_LENGTH
                + " characters.");
      }
    }
    return List.copyOf(keys);
  }

  /** The present keys; the same list until they are replaced. */
  public List<Key> keys() {
    return keys;
  }

  /**
   * Replaces the keys by others.
   *
   * @return whether they differ
   */
  public synchronized boolean replace(SigningKeys replacement) {
    List<Key> current = replacement.keys;
    if (current.equals(keys)) {
      return false;
    }
    keys = current;
    return true;
  }

  /**
   * From {@code id:secret,id2:secret2}.
   *
   * @throws IllegalArgumentException with a sentence for the operator, which contains no secret
   */
  public static SigningKeys parse(String text) {
    List<Key> keys = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      int colon = part.indexOf(':');
      if (colon < 0) {
        throw new IllegalArgumentException("Token keys must look like id:secret,id2:secret2");
      }
      keys.add(new Key(part.substring(0, colon).strip(), part.substring(colon + 1).strip()));
    }
    return new SigningKeys(keys);
  }

  /** One random key. */
  public static SigningKeys random() {
    byte[] secret = new byte[MINIMUM_LENGTH];
    RANDOM.nextBytes(secret);
    byte[] id = new byte[4];
    RANDOM.nextBytes(id);
    Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
    return new SigningKeys(
        List.of(new Key(encoder.encodeToString(id), encoder.encodeToString(secret))));
  }

  /** In the form that {@link #parse} reads; contains the secrets. */
  public String encoded() {
    return keys.stream().map(key -> key.id() + ":" + key.secret()).collect(Collectors.joining(","));
  }
}
