package dev.tradewind.providers.plugin;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.spi.Plugin;
import java.util.List;
import java.util.regex.Pattern;

/** Schemas of plugins in the shop's database. */
public final class PluginSchema {

  /** Of a plugin with a schema: identifiers of the database are not longer than 63 bytes. */
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");

  private PluginSchema() {}

  /**
   * Migrates the schemas of the plugins that have one; blocks.
   *
   * @throws IllegalArgumentException if a plugin cannot have one, with a sentence that names it
   * @throws dev.tradewind.kernel.database.MigrationException with a sentence for the operator
   */
  public static void migrate(List<Plugin> plugins, DatabaseConfig database) {
    for (Plugin plugin : plugins) {
      if (plugin.hasSchema()) {
        new Migrations(database).runOfPlugin(of(plugin), plugin.getClass().getClassLoader());
      }
    }
  }

  static Schema of(Plugin plugin) {
    if (!NAME.matcher(plugin.name()).matches()) {
      throw new IllegalArgumentException(
          "The plugin %s has a schema: its name is to match %s.".formatted(plugin.name(), NAME));
    }
    return Schema.ofPlugin(plugin.name());
  }
}
