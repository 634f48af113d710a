package dev.tradewind.catalog.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChangeStampsTest {

  private final List<Promise<Map<String, String>>> statements = new ArrayList<>();
  private final ChangeStamps stamps =
      new ChangeStamps(() -> {
        Promise<Map<String, String>> statement = Promise.promise();
        statements.add(statement);
        return statement.future();
      });

  @Test
  void readersWaitForAStatementThatStartsAfterThem() {
    Future<Map<String, String>> first = stamps.current();
    Future<Map<String, String>> second = stamps.current();
    Future<Map<String, String>> third = stamps.current();
    assertThat(statements).hasSize(1);

    statements.get(0).complete(Map.of("region", "1"));
    assertThat(first.result()).containsEntry("region", "1");
    assertThat(second.isComplete()).isFalse();
    assertThat(statements).hasSize(2);

    statements.get(1).complete(Map.of("region", "2"));
    assertThat(second.result()).containsEntry("region", "2");
    assertThat(third.result()).containsEntry("region", "2");
    assertThat(statements).hasSize(2);
  }

  @Test
  void aFailedStatementFailsItsReadersOnly() {
    Future<Map<String, String>> first = stamps.current();
    Future<Map<String, String>> second = stamps.current();

    statements.get(0).fail("The connection is closed");
    assertThat(first.failed()).isTrue();
    statements.get(1).complete(Map.of());
    assertThat(second.succeeded()).isTrue();
  }
}
