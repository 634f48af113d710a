package dev.tradewind.batch.csv;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.siegmar.fastcsv.reader.CsvRecord;
import dev.tradewind.batch.job.JobFailedException;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvFileTest {

  private static List<List<String>> read(byte[] bytes) {
    CsvFile file = CsvFile.of(new ByteArrayInputStream(bytes));
    List<List<String>> lines = new ArrayList<>();
    for (CsvRecord record = file.next(); record != null; record = file.next()) {
      lines.add(record.getFields());
    }
    return lines;
  }

  private static List<List<String>> read(String text) {
    return read(text.getBytes(UTF_8));
  }

  @Test
  void writtenRecordsAreReadUnchanged() {
    List<String> cells = List.of("a", "b;c", "d,e", "say \"hi\"", "two\r\nlines", "", "\"", "ä€😀");
    CsvLines lines = new CsvLines();
    cells.forEach(lines::cell);
    lines.end();

    assertThat(read(lines.take().getBytes())).containsExactly(cells);
  }

  @Test
  void semicolonsAndCommasBothSeparate() {
    assertThat(read("a;b,c;d\n1;2,3;4\n"))
        .containsExactly(List.of("a", "b,c", "d"), List.of("1", "2,3", "4"));
    assertThat(read("a,b;c,d\r\n1,2;3,4"))
        .containsExactly(List.of("a", "b;c", "d"), List.of("1", "2;3", "4"));
    assertThat(read("\"a;;;\",b,c\n")).containsExactly(List.of("a;;;", "b", "c"));
  }

  @Test
  void aByteOrderMarkIsNotPartOfTheFirstCell() {
    assertThat(read("\ufeffa;b\n")).containsExactly(List.of("a", "b"));
    assertThat(read("")).isEmpty();
    assertThat(read("\ufeff")).isEmpty();
  }

  @Test
  void tabsSeparateAndAFirstLineNamesTheSeparator() {
    assertThat(read("a\tb,c\td\n1\t2,3\t4\n"))
        .containsExactly(List.of("a", "b,c", "d"), List.of("1", "2,3", "4"));
    assertThat(read("sep=;\na,b;c\n")).containsExactly(List.of("a,b", "c"));
    assertThat(read("\ufeffsep=,\r\na;b,c;d\r\n")).containsExactly(List.of("a;b", "c;d"));
  }

  @Test
  void recordsOfEmptyCellsAreSkippedAndSoAreEmptyCellsAtTheEndOfTheHeader() {
    CsvFile file =
        CsvFile.of(new ByteArrayInputStream(";;;\na; b ;;\n;;;\n1;2;;\n;;;\n".getBytes(UTF_8)));

    assertThat(file.header()).containsExactly("a", "b");
    assertThat(file.next().getFields()).containsExactly("1", "2", "", "");
    assertThat(file.next()).isNull();
  }

  @Test
  void aQuoteWithinACellIsPartOfIt() {
    assertThat(read("5\" screen;x\n")).containsExactly(List.of("5\" screen", "x"));
  }

  @Test
  void invalidUtf8IsRefusedWithItsLine() {
    assertThatThrownBy(() -> read("a;b\n1;\u00e4\n".getBytes(ISO_8859_1)))
        .isInstanceOf(JobFailedException.class)
        .hasMessage(
            "The csv file parsing failed due to: it is not in UTF-8: save it as CSV UTF-8 (line 2)");
    assertThatThrownBy(
            () -> read(("a;b\n" + "1;x\n".repeat(20_000) + "1;\u00e4").getBytes(ISO_8859_1)))
        .hasMessageEndingWith("(line 20002)");
    assertThatThrownBy(() -> read("a;b\n".getBytes(UTF_16)))
        .isInstanceOf(JobFailedException.class)
        .hasMessage("The csv file parsing failed due to: it is not in UTF-8: save it as CSV UTF-8");
  }

  @Test
  void anUnclosedQuoteIsRefused() {
    assertThatThrownBy(() -> read("a;b\n1;\"open\n2;3\n"))
        .isInstanceOf(JobFailedException.class)
        .hasMessageStartingWith("The csv file parsing failed due to: ")
        .hasMessageContaining("after line");
    assertThatThrownBy(() -> read("a;b\n1;\"Best\" shirt\n"))
        .isInstanceOf(JobFailedException.class);
  }
}
