package dev.tradewind.testing;

import java.util.UUID;

/**
 * A database of a test's own, in the one server that the tests of this JVM share.
 *
 * @param url {@code postgresql://user:password@host:port/database}; the login is a superuser's
 */
public record TestDatabase(String url) {

  /** Creates an empty database. */
  public static TestDatabase create() {
    String name = "test_" + UUID.randomUUID().toString().replace("-", "");
    return new TestDatabase(TestServices.databases().create(name));
  }
}
