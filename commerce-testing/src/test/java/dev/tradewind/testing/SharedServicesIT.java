package dev.tradewind.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;

class SharedServicesIT {

  @Test
  void everyTestHasAnEmptyDatabaseOfItsOwn() throws Exception {
    TestDatabase first = TestDatabase.create();
    TestDatabase second = TestDatabase.create();

    execute(first, "CREATE TABLE mine (id text)");

    assertThat(first.url()).isNotEqualTo(second.url());
    assertThat(tables(first)).isEqualTo(1);
    assertThat(tables(second)).isZero();
  }

  @Test
  void aTemplateIsPreparedOnceAndCopied() throws Exception {
    List<String> prepared = new ArrayList<>();

    TestDatabase first = TestDatabase.copyOf("one table", url -> prepare(url, prepared));
    execute(first, "CREATE TABLE mine (id text)");
    TestDatabase second = TestDatabase.copyOf("one table", url -> prepare(url, prepared));

    assertThat(prepared).hasSize(1).doesNotContain(first.url(), second.url());
    assertThat(tables(first)).isEqualTo(2);
    assertThat(tables(second)).isEqualTo(1);
  }

  private static void prepare(String url, List<String> prepared) {
    prepared.add(url);
    try {
      execute(new TestDatabase(url), "CREATE TABLE prepared (id text)");
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  @Test
  void kafkaKeepsTheTopicsThatAreMade() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", TestKafka.bootstrapServers()))) {
      admin
          .createTopics(List.of(new NewTopic("made", 3, (short) 1)))
          .all()
          .get(30, TimeUnit.SECONDS);

      assertThat(admin.listTopics().names().get(30, TimeUnit.SECONDS)).contains("made");
    }
  }

  private static void execute(TestDatabase database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static int tables(TestDatabase database) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")) {
      row.next();
      return row.getInt(1);
    }
  }
}
