package dev.tradewind.customer.access;

import dev.tradewind.kernel.token.Token;
import dev.tradewind.kernel.token.TokenKeys;
import java.time.Duration;

/** With which keys tokens are signed, and how long they are good. */
public record TokenSettings(TokenKeys keys, Duration adminLife, Duration storeLife) {

  public static TokenSettings of(TokenKeys keys) {
    return new TokenSettings(keys, Duration.ofHours(24), Duration.ofDays(30));
  }

  Duration life(Token.Surface surface) {
    return switch (surface) {
      case ADMIN -> adminLife;
      case STORE -> storeLife;
    };
  }
}
