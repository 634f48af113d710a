package dev.tradewind.customer.password;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/** Argon2id hash in PHC format, with its cost and its salt. */
record Argon2Hash(Argon2Cost cost, byte[] salt, byte[] hash) {

  private static final Pattern PHC =
      Pattern.compile(
          "\\$argon2id\\$v=19\\$m=(\\d{1,7}),t=(\\d{1,4}),p=(\\d{1,3})"
              + "\\$([A-Za-z0-9+/]{11,})\\$([A-Za-z0-9+/]{6,})");

  static Optional<Argon2Hash> parse(String stored) {
    Matcher phc = PHC.matcher(stored);
    if (!phc.matches()) {
      return Optional.empty();
    }
    try {
      Base64.Decoder decoder = Base64.getDecoder();
      return Optional.of(
          new Argon2Hash(
              new Argon2Cost(
                  Integer.parseInt(phc.group(1)),
                  Integer.parseInt(phc.group(2)),
                  Integer.parseInt(phc.group(3))),
              decoder.decode(phc.group(4)),
              decoder.decode(phc.group(5))));
    } catch (IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }

  static Argon2Hash of(String password, Argon2Cost cost, byte[] salt, int length) {
    return new Argon2Hash(cost, salt, hash(password, cost, salt, length));
  }

  boolean matches(String password) {
    return MessageDigest.isEqual(hash, hash(password, cost, salt, hash.length));
  }

  private static byte[] hash(String password, Argon2Cost cost, byte[] salt, int length) {
    Argon2BytesGenerator generator = new Argon2BytesGenerator();
    generator.init(
        new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
            .withVersion(Argon2Parameters.ARGON2_VERSION_13)
            .withMemoryAsKB(cost.memoryKib())
            .withIterations(cost.iterations())
            .withParallelism(cost.lanes())
            .withSalt(salt)
            .build());
    byte[] hash = new byte[length];
    generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
    return hash;
  }

  String encoded() {
    Base64.Encoder encoder = Base64.getEncoder().withoutPadding();
    return "$argon2id$v=19$m=%s,t=%s,p=%s$%s$%s"
        .formatted(
            cost.memoryKib(),
            cost.iterations(),
            cost.lanes(),
            encoder.encodeToString(salt),
            encoder.encodeToString(hash));
  }

  @Override
  public String toString() {
    return "Argon2Hash";
  }
}
