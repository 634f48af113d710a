package dev.tradewind.kernel.changelog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.changelog.Changes.Change;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeLogTest {

  private enum Kind implements ChangeKind {
    REGION,
    PRICE_LIST,
    CLOTHES;

    @Override
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Dependencies REGIONS = Dependencies.on(Kind.REGION);
  private static final Dependencies SHIRT = Dependencies.on().with(Kind.CLOTHES, List.of("shirt"));
  private static final Dependencies ALL_CLOTHES = Dependencies.on(Kind.CLOTHES);
  private static final LoggedKinds LOGGED =
      LoggedKinds.of(Kind.values()).changingAt(Kind.PRICE_LIST, "now()");

  private final Queue<Changes> found = new ArrayDeque<>();
  private final ChangeLog log =
      new ChangeLog(LOGGED, since -> Future.succeededFuture(found.remove()));

  private final List<String> applied = new ArrayList<>();
  private final ChangeDetails details =
      new ChangeDetails() {
        @Override
        public boolean apply(long position, String detail) {
          return !detail.startsWith("unknown") && applied.add(position + " " + detail);
        }

        @Override
        public void forget() {
          applied.clear();
        }
      };

  private Instant now = Instant.parse("2026-11-22T12:00:00Z");

  @BeforeEach
  void start() {
    next("epoch", false, null);
  }

  private void next(String epoch, boolean isComplete, @Nullable String turn, Change... changes) {
    found.add(new Changes(epoch, "1:1:", isComplete, now, turn, List.of(changes)));
    assertThat(log.current().result()).isEqualTo(log.position());
  }

  private void changes(Change... changes) {
    next("epoch", true, null, changes);
  }

  @Test
  void aChangeConcernsWhatDependsOnIt() {
    long before = log.position();
    changes(new Change("region", null), new Change("clothes", "hat"));

    assertThat(log.isUnchangedSince(before, REGIONS)).isFalse();
    assertThat(log.isUnchangedSince(before, SHIRT)).isTrue();
    assertThat(log.isUnchangedSince(before, ALL_CLOTHES)).isFalse();
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
  void aChangeWithoutAnIdConcernsAllIds() {
    long before = log.position();
    changes(new Change("clothes", null));

    assertThat(log.isUnchangedSince(before, SHIRT)).isFalse();
    assertThat(log.isUnchangedSince(before, ALL_CLOTHES)).isFalse();
    assertThat(log.isUnchangedSince(before, REGIONS)).isTrue();
  }

  @Test
  void aChangeOfAnUnknownKindConcernsEverything() {
    long before = log.position();
    changes(new Change("later", "shirt"));

    assertThat(log.isUnchangedSince(before, REGIONS)).isFalse();
    assertThat(log.isUnchangedSince(before, SHIRT)).isFalse();
    assertThat(log.isUnchangedSince(log.position(), SHIRT)).isTrue();
  }

  @Test
  void theIdsThatHaveChangedAreKnownUpToANumber() {
    changes(new Change("clothes", "shirt"));
    long before = log.position();
    changes(new Change("clothes", "hat"), new Change("region", null));
    changes(new Change("clothes", "scarf"), new Change("clothes", "hat"));

    assertThat(log.changedSince(before, 2, Kind.CLOTHES)).hasValue(Set.of("hat", "scarf"));
    assertThat(log.changedSince(before, 1, Kind.CLOTHES)).isEmpty();
    assertThat(log.changedSince(before, 2, Kind.CLOTHES, Kind.REGION)).isEmpty();
    assertThat(log.changedSince(log.position(), 0, Kind.CLOTHES)).hasValue(Set.of());
    changes(new Change("later", "shirt"));
    assertThat(log.changedSince(before, 2, Kind.CLOTHES)).isEmpty();
  }

  @Test
  void whatTimeAloneChangesConcernsItsKind() {
    Dependencies prices = Dependencies.on(Kind.PRICE_LIST);
    next("epoch", true, "noon");
    long before = log.position();
    next("epoch", true, "noon");
    assertThat(log.isUnchangedSince(before, prices)).isTrue();

    next("epoch", true, null);
    assertThat(log.isUnchangedSince(before, prices)).isFalse();
    assertThat(log.isUnchangedSince(before, REGIONS)).isTrue();
  }

  @Test
  void aValueEndsAtItsMomentByTheClockOfTheDatabase() {
    Dependencies untilOne = REGIONS.until(now.plusSeconds(3_600)).until(now.plusSeconds(7_200));
    long before = log.position();
    assertThat(log.isUnchangedSince(before, untilOne)).isTrue();

    now = now.plusSeconds(3_600);
    changes();
    assertThat(log.isUnchangedSince(before, untilOne)).isFalse();
    assertThat(log.isUnchangedSince(before, REGIONS)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      nullValues = "-",
      textBlock =
          """
          region              ; region  ; -     ; -
          clothes shirt       ; clothes ; shirt ; -
          clothes shirt 3 new ; clothes ; shirt ; 3 new
          """)
  void aLoggedChangeHasAKindAnIdAndADetail(
      String logged, String kind, @Nullable String id, @Nullable String detail) {
    assertThat(Change.of(logged)).isEqualTo(new Change(kind, id, detail));
  }

  @Test
  void theDetailsOfAKindGoToItsReaderWithTheirPosition() {
    log.onDetails(Kind.CLOTHES, details);
    changes(new Change("clothes", "shirt", "one"), new Change("clothes", "hat", "two"));
    long first = log.position();
    changes(new Change("region", "shirt", "three"), new Change("clothes", "shirt", "four"));

    assertThat(applied).containsExactly(first + " one", first + " two", first + 1 + " four");
    assertThat(log.isUnchangedSince(first, SHIRT)).isFalse();
    assertThat(log.isUnchangedSince(first, Dependencies.on(Kind.PRICE_LIST))).isTrue();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = "unknown form")
  void aChangeOfTheReadersKindWithoutADetailThatItKnowsConcernsEverything(@Nullable String detail) {
    log.onDetails(Kind.CLOTHES, details);
    long before = log.position();
    changes(new Change("clothes", "shirt", detail));

    assertThat(log.isUnchangedSince(before, REGIONS)).isFalse();
    assertThat(log.isUnchangedSince(log.position(), REGIONS)).isTrue();
  }

  @Test
  void theReaderForgetsItsDetailsWithTheLog() {
    log.onDetails(Kind.CLOTHES, details);
    changes(new Change("clothes", "shirt", "one"));
    log.forget();
    assertThat(applied).isEmpty();

    changes(new Change("clothes", "shirt", "two"));
    next("epoch", false, null, new Change("clothes", "shirt", "three"));
    assertThat(applied).isEmpty();
  }

  @Test
  void idsBeyondTheBoundAreTakenForChanged() {
    long before = log.position();
    changes(new Change("clothes", "shirt"));
    long after = log.position();
    changes(
        IntStream.range(0, 20_001)
            .mapToObj(i -> new Change("clothes", "other_" + i))
            .toArray(Change[]::new));

    assertThat(log.isUnchangedSince(before, SHIRT)).isFalse();
    assertThat(
            log.isUnchangedSince(
                after, Dependencies.on().with(Kind.CLOTHES, List.of("other_20000"))))
        .isFalse();
    assertThat(log.isUnchangedSince(log.position(), SHIRT)).isTrue();
  }
}
