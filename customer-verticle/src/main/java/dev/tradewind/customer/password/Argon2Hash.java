package dev.tradewind.customer.password;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An Argon2id hash in PHC form, with its parameters and its salt. */
record Argon2Hash(Argon2Parameters parameters, byte[] salt, byte[] hash) {

  private static final Pattern PHC =
      Pattern.compile(
          "\\$argon2id\\$v=19\\$m=(\\d{1,7}),t=(\\d{1,4}),p=(\\d{1,3})"
              + "\\$([A-Za-z0-9+/]{11,})\\$([A-Za-z0-9+/]{6,})");

  /** Each hashing thread has its own memory. */
  private static final ThreadLocal<Argon2id> FUNCTION = ThreadLocal.withInitial(Argon2id::new);

  static Optional<Argon2Hash> parse(String stored) {
    Matcher phc = PHC.matcher(stored);
    if (!phc.matches()) {
      return Optional.empty();
    }
    try {
      Base64.Decoder decoder = Base64.getDecoder();
      return Optional.of(
          new Argon2Hash(
              new Argon2Parameters(
                  Integer.parseInt(phc.group(1)),
                  Integer.parseInt(phc.group(2)),
                  Integer.parseInt(phc.group(3))),
              decoder.decode(phc.group(4)),
              decoder.decode(phc.group(5))));
    } catch (IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }

  static Argon2Hash of(String password, Argon2Parameters parameters, byte[] salt, int length) {
    return new Argon2Hash(parameters, salt, hash(password, parameters, salt, length));
  }

  boolean matches(String password) {
    return MessageDigest.isEqual(hash, hash(password, parameters, salt, hash.length));
  }

  private static byte[] hash(
      String password, Argon2Parameters parameters, byte[] salt, int length) {
    byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
    return FUNCTION.get().hash(bytes, salt, parameters, length);
  }

  String encoded() {
    Base64.Encoder encoder = Base64.getEncoder().withoutPadding();
    return "$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s"
        .formatted(
            parameters.memoryKib(),
            parameters.iterations(),
            parameters.lanes(),
            encoder.encodeToString(salt),
            encoder.encodeToString(hash));
  }

  @Override
  public String toString() {
    return "Argon2Hash";
  }
}
