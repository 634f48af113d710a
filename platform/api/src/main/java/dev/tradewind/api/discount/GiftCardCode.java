package dev.tradewind.api.discount;

import java.security.SecureRandom;

/**
 * Random codes of gift cards: four groups of four capital letters and digits, infeasible to guess.
 */
public final class GiftCardCode {

  private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  private static final int GROUPS = 4;
  private static final int LENGTH_OF_GROUP = 4;
  private static final SecureRandom RANDOM = new SecureRandom();

  private GiftCardCode() {}

  public static String next() {
    StringBuilder code = new StringBuilder();
    for (int group = 0; group < GROUPS; group++) {
      if (group > 0) {
        code.append('-');
      }
      for (int i = 0; i < LENGTH_OF_GROUP; i++) {
        code.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
      }
    }
    return code.toString();
  }
}
