package dev.tradewind.storefront.design;

import java.util.Collection;
import java.util.Set;

/** Countries whose addresses have no postal code, or need none (Universal Postal Union). */
public final class PostalCodes {

  private static final Set<String> WITHOUT =
      Set.of(
          ("ae ag ao aw bf bi bj bo bs bw bz cd cf cg ci ck cm cw dj dm er fj ga gd gh gm gn gq gy hk"
                  + " ie jm ki km kn ly ml mo mr mw nr nu pa qa rw sb sc sl sr st sx sy td tg tk tl to"
                  + " tt tv ug vu ye zw")
              .split(" "));

  private PostalCodes() {}

  /**
   * @param country code of two letters, lower case
   */
  public static boolean isRequiredIn(String country) {
    return !WITHOUT.contains(country);
  }

  /** Whether the field is required whichever of these countries is chosen. */
  public static boolean isRequiredIn(Collection<String> countries) {
    return countries.stream().allMatch(PostalCodes::isRequiredIn);
  }
}
