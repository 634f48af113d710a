package dev.tradewind.kernel.database;

/** Login of a database server, of one or of all verticles. */
public record DatabaseLogin(String user, String password) {

  /**
   * From {@code user:password}, both percent-encoded as in a URL.
   *
   * @throws IllegalArgumentException for another form, with a message without the password
   */
  public static DatabaseLogin parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
      throw new IllegalArgumentException("A login must look like user:password");
    }
    return new DatabaseLogin(DatabaseConfig.decode(parts[0]), DatabaseConfig.decode(parts[1]));
  }

  /** Redacted: the password is a secret. */
  @Override
  public String toString() {
    return user;
  }
}
