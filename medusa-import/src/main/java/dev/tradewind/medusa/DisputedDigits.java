package dev.tradewind.medusa;

import dev.tradewind.spi.CurrencyDigits;
import java.util.Set;

/**
 * Currencies whose smallest unit is another one in Medusa's dashboard, with which prices were typed
 * or not, than at Stripe, which charges the amounts of Medusa as they are.
 */
final class DisputedDigits {

  private static final Set<String> CODES =
      Set.of("afn", "iqd", "irr", "lyd", "mnt", "pkr", "rsd", "sos", "syp", "zmw", "zwl");

  private DisputedDigits() {}

  /** Whether the digits of a currency are in question, because the operator has declared none. */
  static boolean contains(String code) {
    return CODES.contains(code) && !CurrencyDigits.declared().containsKey(code);
  }
}
