package dev.tradewind.catalog.product.write;

import static dev.tradewind.catalog.product.write.ProductCases.SHIRT;
import static dev.tradewind.catalog.product.write.ProductCases.column;
import static dev.tradewind.catalog.product.write.ProductCases.events;
import static dev.tradewind.catalog.product.write.ProductCases.writing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.catalog.product.write.ProductBatch.Part;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionChangeSetTest {

  private final ProductChangeSet writing = writing();
  private final OptionChangeSet options = new OptionChangeSet(writing);

  @Test
  void aNewOptionGivesAValueToEachVariant() {
    options.create(SHIRT, "Fit");

    assertThat(column(writing, Part.NEW_OPTION, "title")).isEqualTo("Fit");
    assertThat(column(writing, Part.NEW_VALUE, "value")).isEqualTo("Default Value,Default Value");
    assertThat(column(writing, Part.NEW_VALUE, "variant_id")).isEqualTo("v_s,v_m");
    assertThat(events(writing))
        .containsExactly("product.updated {\"id\":\"prod_1\",\"fields\":[\"options\"]}");
  }

  @Test
  void aTitleIsTakenOnce() {
    assertThatThrownBy(() -> options.create(SHIRT, "Size"))
        .hasMessage("An option with the title: Size already exists");
  }

  @ParameterizedTest(name = "{0} as {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          opt_size | Fit   | ''
          opt_size | Size  | ''
          opt_size | Color | An option with title Color already exists
          opt_x    | Fit   | Option with id: opt_x does not exist
          """)
  void anOptionIsRenamedToAFreeTitle(String id, String title, String message) {
    if (message.isEmpty()) {
      options.update(SHIRT, id, title);
      assertThat(column(writing, Part.CHANGED_OPTION, "title")).isEqualTo(title);
    } else {
      assertThatThrownBy(() -> options.update(SHIRT, id, title)).hasMessage(message);
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({"opt_color, true", "opt_size, false"})
  void anOptionStaysWhileItTellsVariantsApart(String id, boolean isDeleted) {
    if (isDeleted) {
      options.delete(SHIRT, SHIRT.option(id).orElseThrow());
      assertThat(writing.rows().removedOptions()).containsExactly(id);
    } else {
      assertThatThrownBy(() -> options.delete(SHIRT, SHIRT.option(id).orElseThrow()))
          .hasMessageStartingWith("To delete an option, first delete all variants");
    }
  }
}
