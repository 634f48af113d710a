package dev.tradewind.batch.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tradewind.batch.job.JobFailedException;
import org.junit.jupiter.api.Test;

class ImportErrorsTest {

  private final ImportErrors errors = new ImportErrors();

  @Test
  void withoutErrorsTheJobGoesOn() {
    assertThatCode(errors::throwIfAny).doesNotThrowAnyException();
    assertThat(errors.areTooMany()).isFalse();
  }

  @Test
  void errorsAreInTheOrderOfTheLines() {
    errors.add(7, "Variant SKU", "is used");
    errors.add(2, "Price EUR", "must be an amount");

    assertThat(catchThrowableOfType(JobFailedException.class, errors::throwIfAny).errors())
        .containsExactly(
            "Line 2, column Price EUR: must be an amount", "Line 7, column Variant SKU: is used");
  }

  @Test
  void theFirstHundredAreKept() {
    for (int line = 1; line <= 120; line++) {
      errors.add(line, "Product Title", "must not be empty");
    }

    assertThat(errors.areTooMany()).isTrue();
    assertThat(catchThrowableOfType(JobFailedException.class, errors::throwIfAny).errors())
        .hasSize(101)
        .endsWith("There are more errors; these are the first 100");
  }
}
