package dev.tradewind.api.catalog;

import java.util.Set;

/**
 * Currencies whose smallest unit at Stripe is another one than in Medusa's dashboard. Medusa v1
 * charges its amounts as they are, so a shop may have typed its prices in either unit.
 */
public final class DisputedDigits {

  private static final Set<String> CODES =
      Set.of("afn", "iqd", "irr", "lyd", "mnt", "pkr", "rsd", "sos", "syp", "zmw", "zwl");

  private DisputedDigits() {}

  /**
   * @param code in lower case
   */
  public static boolean contains(String code) {
    return CODES.contains(code);
  }
}
