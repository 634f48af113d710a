package dev.tradewind.testing;

import java.util.Arrays;
import java.util.List;

/**
 * Lane of the tests: {@code ./tradewind verify} runs the short forms of the tests that search,
 * {@code ./tradewind verify --all} the long ones.
 */
public final class Lane {

  private static final boolean IS_ALL = Boolean.getBoolean("tradewind.all");

  private Lane() {}

  /**
   * Number of repetitions, such as random requests.
   *
   * @param property that sets another number
   */
  public static int count(String property, int verify, int all) {
    return Integer.getInteger(property, IS_ALL ? all : verify);
  }

  /** All of these cases, or with {@code verify} alone some of them. */
  @SafeVarargs
  public static <T> List<T> cases(List<? extends T> all, T... verify) {
    return List.copyOf(IS_ALL ? all : Arrays.asList(verify));
  }
}
