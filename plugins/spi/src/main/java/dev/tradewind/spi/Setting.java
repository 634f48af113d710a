package dev.tradewind.spi;

import java.util.regex.Pattern;

/**
 * Setting of a plugin.
 *
 * @param name of the environment variable, {@code TRADEWIND_} and upper-case letters, digits and
 *     underscores
 * @param isSecret whether it can also be given as a file, named by the variable with {@code _FILE}
 */
public record Setting(String name, boolean isSecret) {

  private static final Pattern NAME = Pattern.compile("TRADEWIND_[A-Z][A-Z0-9_]*");

  public Setting {
    if (!NAME.matcher(name).matches() || name.endsWith("_FILE")) {
      throw new IllegalArgumentException("A setting cannot have the name " + name + ".");
    }
  }

  public static Setting plain(String name) {
    return new Setting(name, false);
  }

  public static Setting secret(String name) {
    return new Setting(name, true);
  }

  /** Name of the variable with the path of a file that has the value. */
  public String fileName() {
    return name + "_FILE";
  }
}
