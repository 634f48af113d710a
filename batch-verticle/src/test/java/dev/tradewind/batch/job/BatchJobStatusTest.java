package dev.tradewind.batch.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BatchJobStatusTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "created       | pre_processed canceled failed",
        "pre_processed | confirmed canceled failed",
        "confirmed     | processing canceled failed",
        "processing    | completed canceled failed",
        "completed     | ''",
        "canceled      | ''",
        "failed        | ''",
      })
  void hasTheseSuccessors(String status, String successors) {
    assertThat(
            BatchJobStatus.of(status).successors().stream()
                .map(BatchJobStatus::wireName)
                .collect(Collectors.joining(" ")))
        .isEqualTo(successors);
  }

  @ParameterizedTest
  @EnumSource(BatchJobStatus.class)
  void isReachedFromEveryStatusThatItMayFollow(BatchJobStatus status) {
    assertThat(status.predecessors())
        .containsExactlyElementsOf(
            Arrays.stream(BatchJobStatus.values())
                .filter(before -> before.successors().contains(status))
                .toList());
    assertThat(BatchJobStatus.of(status.wireName())).isSameAs(status);
  }

  @Test
  void aTransitionIsLegalOnlyFromItsPredecessors() {
    assertThat(BatchJobStatus.isAnyOf(BatchJobStatus.CONFIRMED.predecessors()))
        .isEqualTo("t.status IN ('pre_processed')");
    assertThat(BatchJobStatus.isAnyOf(BatchJobStatus.FAILED.predecessors()))
        .isEqualTo("t.status IN ('created', 'pre_processed', 'confirmed', 'processing')");
  }

  @Test
  void anUnknownWireNameIsRefused() {
    assertThatThrownBy(() -> BatchJobStatus.of("ready"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
