package dev.tradewind.testing;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Program that uses both services as tests do, and prints their addresses. */
final class ServicesProbe {

  private ServicesProbe() {}

  public static void main(String[] arguments) throws Exception {
    TestDatabase database = TestDatabase.create();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT current_user")) {
      row.next();
      System.out.printf("postgres=%s as %s%n", database.url(), row.getString(1));
    }
    String bootstrapServers = TestKafka.bootstrapServers();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      admin
          .createTopics(List.of(new NewTopic("probe", 1, (short) 1)))
          .all()
          .get(30, TimeUnit.SECONDS);
    }
    System.out.printf("kafka=%s%n", bootstrapServers);
    // Testcontainers keeps threads that are no daemons.
    System.exit(0);
  }
}
