package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.operation.Problem;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parsing of name lists in {@code expand} and {@code fields}. */
public final class FieldNames {

  private FieldNames() {}

  /** The names of a comma-separated list; none if it is absent or empty. */
  public static List<String> of(@Nullable String list) {
    if (list == null) {
      return List.of();
    }
    return Arrays.stream(list.split(","))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .toList();
  }

  /** Whether the names modify the defaults instead of replacing them: each one has a sign. */
  public static boolean changeDefaults(List<String> names) {
    return !names.isEmpty() && names.stream().allMatch(FieldNames::isSigned);
  }

  static boolean isSigned(String name) {
    return name.startsWith("+") || name.startsWith("-");
  }

  public static String unsigned(String name) {
    return isSigned(name) ? name.substring(1) : name;
  }

  /** Rejects unknown names, if there are any. */
  public static void refuse(List<String> unknown) {
    if (!unknown.isEmpty()) {
      throw Problem.invalidData(
          "Requested fields [" + String.join(", ", unknown) + "] are not valid");
    }
  }
}
