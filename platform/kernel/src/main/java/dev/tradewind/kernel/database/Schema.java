package dev.tradewind.kernel.database;

/**
 * A schema of the one database. A role of the same name, behind the prefix of the database's roles,
 * owns it and has access to nothing else.
 *
 * @param migrations class path folder of the owner's SQL files
 */
public record Schema(String name, String migrations) {

  /**
   * Schema of a plugin.
   *
   * @param plugin name of lower-case letters, digits and hyphens
   */
  public static Schema ofPlugin(String plugin) {
    return new Schema(
        "plugin_" + plugin.replace('-', '_'), "plugin/%s/migration".formatted(plugin));
  }

  public static Schema of(String name) {
    return new Schema(name, "db/migration/" + name);
  }
}
