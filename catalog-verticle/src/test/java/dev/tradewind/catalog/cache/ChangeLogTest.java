package dev.tradewind.catalog.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.cache.ChangeLogStore.Change;
import dev.tradewind.catalog.cache.ChangeLogStore.Changes;
import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChangeLogTest {

  private static final Dependencies REGIONS = Dependencies.on(ChangeKind.REGION);
  private static final Dependencies SHIRT = Dependencies.on().with(List.of("shirt"));
  private static final Dependencies ALL_PRODUCTS = Dependencies.on().withAllProducts();

  private final Queue<Changes> found = new ArrayDeque<>();
  private final ChangeLog log = new ChangeLog(since -> Future.succeededFuture(found.remove()));

  @BeforeEach
  void start() {
    next("epoch", false, null);
  }

  private void next(String epoch, boolean isComplete, @Nullable String turn, Change... changes) {
    found.add(new Changes(epoch, "1:1:", isComplete, turn, List.of(changes)));
    assertThat(log.current().result()).isEqualTo(log.position());
  }

  private void changes(Change... changes) {
    next("epoch", true, null, changes);
  }

  @Test
  void aChangeConcernsWhatDependsOnIt() {
    long before = log.position();
    changes(new Change("region", null), new Change("product", "hat"));

    assertThat(log.isUnchangedSince(before, REGIONS)).isFalse();
    assertThat(log.isUnchangedSince(before, SHIRT)).isTrue();
    assertThat(log.isUnchangedSince(before, ALL_PRODUCTS)).isFalse();
    assertThat(log.isUnchangedSince(log.position(), REGIONS)).isTrue();
  }

  @Test
  void aStatementWithoutChangesIsAtTheSamePosition() {
    long before = log.position();
    changes();

    assertThat(log.position()).isEqualTo(before);
  }

  @Test
  void anotherEpochOrAGapConcernsEverything() {
    long first = log.position();
    next("other", true, null);
    assertThat(log.isUnchangedSince(first, SHIRT)).isFalse();

    long second = log.position();
    assertThat(log.isUnchangedSince(second, SHIRT)).isTrue();
    next("other", false, null);
    assertThat(log.isUnchangedSince(second, SHIRT)).isFalse();
  }

  @Test
  void aPriceListThatBeginsOrEndsConcernsPrices() {
    Dependencies prices = Dependencies.on(ChangeKind.PRICE_LIST);
    next("epoch", true, "noon");
    long before = log.position();
    next("epoch", true, "noon");
    assertThat(log.isUnchangedSince(before, prices)).isTrue();

    next("epoch", true, null);
    assertThat(log.isUnchangedSince(before, prices)).isFalse();
    assertThat(log.isUnchangedSince(before, REGIONS)).isTrue();
  }

  @Test
  void productsBeyondTheBoundAreTakenForChanged() {
    long before = log.position();
    changes(new Change("product", "shirt"));
    long after = log.position();
    changes(
        IntStream.range(0, 20_001)
            .mapToObj(i -> new Change("product", "other_" + i))
            .toArray(Change[]::new));

    assertThat(log.isUnchangedSince(before, SHIRT)).isFalse();
    assertThat(log.isUnchangedSince(after, Dependencies.on().with(List.of("other_20000"))))
        .isFalse();
    assertThat(log.isUnchangedSince(log.position(), SHIRT)).isTrue();
  }
}
