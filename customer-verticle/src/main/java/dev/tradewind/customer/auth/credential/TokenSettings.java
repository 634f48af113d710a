package dev.tradewind.customer.auth.credential;

import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.token.Token;
import java.time.Duration;

/** Signing keys and lifetimes of tokens. */
public record TokenSettings(SigningKeys keys, Duration adminLife, Duration storeLife) {

  public static TokenSettings of(SigningKeys keys) {
    return new TokenSettings(keys, Duration.ofHours(24), Duration.ofDays(30));
  }

  public Duration life(Token.Surface surface) {
    return switch (surface) {
      case ADMIN -> adminLife;
      case STORE -> storeLife;
    };
  }
}
