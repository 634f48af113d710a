package dev.tradewind.providers.plugin;

import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Settings of plugins, by the names of their variables. */
public final class PluginSettings {

  private PluginSettings() {}

  /**
   * Names that the plugins read, with the names of files of secrets.
   *
   * @throws IllegalArgumentException if two plugins read one
   */
  public static Set<String> names(Collection<Plugin> plugins) {
    Set<String> names = new HashSet<>();
    for (Plugin plugin : plugins) {
      for (Setting setting : plugin.settings()) {
        if (!names.add(setting.name())) {
          throw new IllegalArgumentException(
              "Two plugins read the setting " + setting.name() + ".");
        }
        if (setting.isSecret()) {
          names.add(setting.fileName());
        }
      }
    }
    return names;
  }

  /**
   * Values of a plugin's settings; a secret may be in a file.
   *
   * @param settings values by name
   * @throws IllegalArgumentException if a file cannot be read, or a secret is given twice
   */
  static Map<String, String> of(Plugin plugin, Map<String, String> settings) {
    Map<String, String> values = new HashMap<>();
    for (Setting setting : plugin.settings()) {
      String value = settings.get(setting.name());
      String file = setting.isSecret() ? settings.get(setting.fileName()) : null;
      if (value != null && file != null) {
        throw new IllegalArgumentException(
            "Set either %s or %s.".formatted(setting.name(), setting.fileName()));
      }
      if (file != null) {
        value = content(setting.fileName(), Path.of(file));
      }
      if (value != null && !value.isBlank()) {
        values.put(setting.name(), value.strip());
      }
    }
    return values;
  }

  /**
   * Content of the file of a secret.
   *
   * @param name of the setting that names the file
   * @throws IllegalArgumentException if it cannot be read
   */
  public static String content(String name, Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(
          "The file of %s, %s, cannot be read.".formatted(name, file), unreadable);
    }
  }
}
