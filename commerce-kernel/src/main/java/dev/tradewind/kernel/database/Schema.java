package dev.tradewind.kernel.database;

/**
 * A schema of the one database. Its name is also the name of the role that owns it and has access
 * to nothing else.
 *
 * @param migrations class path folder of the owner's SQL files
 */
public record Schema(String name, String migrations) {

  public static Schema of(String name) {
    return new Schema(name, "db/migration/" + name);
  }
}
