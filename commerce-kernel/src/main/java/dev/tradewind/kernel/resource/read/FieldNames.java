package dev.tradewind.kernel.resource.read;

import dev.tradewind.kernel.operation.Problem;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists of names as {@code expand} and {@code fields} give them. */
final class FieldNames {

  private FieldNames() {}

  /** The names of a list separated by commas; none where it is absent or empty. */
  static List<String> of(@Nullable String list) {
    return list == null
        ? List.of()
        : Arrays.stream(list.split(","))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .toList();
  }

  /** Whether the names change the defaults instead of replacing them: every one has a sign. */
  static boolean changeDefaults(List<String> names) {
    return !names.isEmpty() && names.stream().allMatch(FieldNames::isSigned);
  }

  static boolean isSigned(String name) {
    return name.startsWith("+") || name.startsWith("-");
  }

  static String unsigned(String name) {
    return isSigned(name) ? name.substring(1) : name;
  }

  /** Refuses names that do not exist, if there are any. */
  static void refuse(List<String> unknown) {
    if (!unknown.isEmpty()) {
      throw new Problem.InvalidData(
              "Requested fields [" + String.join(", ", unknown) + "] are not valid")
          .toException();
    }
  }
}
