package dev.tradewind.batch.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reader of CSV in UTF-8, with or without a byte order mark, separated by semicolons, commas or
 * tabs, whichever the header contains more often, or as a first line such as {@code sep=;} says. A
 * record may span several lines of text; records of empty cells are skipped.
 */
public final class CsvFile {

  private static final int MAX_HEADER_LENGTH = 256 * 1024;
  private static final int MAX_CELL_LENGTH = 1024 * 1024;

  /** Beginning of a first line with which spreadsheets name the separator. */
  private static final String SEPARATOR_LINE = "sep=";

  private static final String SEPARATORS = ";,\t";

  private static final String NOT_UTF_8 = "it is not in UTF-8: save it as CSV UTF-8";

  private final CloseableIterator<CsvRecord> records;
  private final LineInput lines;
  private long lastLine;

  private CsvFile(CloseableIterator<CsvRecord> records, LineInput lines) {
    this.records = records;
    this.lines = lines;
  }

  /**
   * Input that returns no more than one line at a time, so that the line of a byte is known that
   * cannot be decoded.
   */
  private static final class LineInput extends InputStream {

    private final BufferedInputStream bytes;
    private long line = 1;
    private boolean isAtEnd;

    private LineInput(BufferedInputStream bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (isAtEnd) {
        line++;
        isAtEnd = false;
      }
      bytes.mark(length);
      int count = bytes.read(target, offset, length);
      for (int i = 0; i < count; i++) {
        if (target[offset + i] == '\n') {
          isAtEnd = true;
          bytes.reset();
          bytes.skipNBytes(i + 1L);
          return i + 1;
        }
      }
      return count;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }
  }

  public static CsvFile of(InputStream bytes) {
    BufferedInputStream input = new BufferedInputStream(bytes, MAX_HEADER_LENGTH);
    try {
      byte[] mark = peek(input, 3);
      if (startsWith(mark, 0xfe, 0xff) || startsWith(mark, 0xff, 0xfe)) {
        throw ImportErrors.unreadable(NOT_UTF_8);
      }
      if (startsWith(mark, 0xef, 0xbb, 0xbf)) {
        input.skipNBytes(mark.length);
      }
      char separator = separator(new String(peek(input, MAX_HEADER_LENGTH), UTF_8));
      LineInput lines = new LineInput(input);
      return new CsvFile(
          CsvReader.builder()
              .fieldSeparator(separator)
              .skipEmptyLines(true)
              .allowExtraFields(true)
              .allowMissingFields(true)
              .allowExtraCharsAfterClosingQuote(false)
              .allowUnclosedQuote(false)
              .maxBufferSize(MAX_CELL_LENGTH)
              .ofCsvRecord(
                  new InputStreamReader(
                      lines,
                      UTF_8
                          .newDecoder()
                          .onMalformedInput(CodingErrorAction.REPORT)
                          .onUnmappableCharacter(CodingErrorAction.REPORT)))
              .iterator(),
          lines);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static byte[] peek(BufferedInputStream input, int length) throws IOException {
    input.mark(length);
    byte[] peeked = input.readNBytes(length);
    input.reset();
    return peeked;
  }

  private static boolean startsWith(byte[] bytes, int... signs) {
    for (int i = 0; i < signs.length; i++) {
      if (i >= bytes.length || (bytes[i] & 0xff) != signs[i]) {
        return false;
      }
    }
    return true;
  }

  private static char separator(String text) {
    if (text.startsWith(SEPARATOR_LINE) && text.length() > SEPARATOR_LINE.length()) {
      char named = text.charAt(SEPARATOR_LINE.length());
      if (SEPARATORS.indexOf(named) >= 0) {
        return named;
      }
    }
    int[] counts = new int[SEPARATORS.length()];
    boolean isQuoted = false;
    for (int i = 0; i < text.length(); i++) {
      char sign = text.charAt(i);
      if (sign == '"') {
        isQuoted = !isQuoted;
      } else if (!isQuoted && SEPARATORS.indexOf(sign) >= 0) {
        counts[SEPARATORS.indexOf(sign)]++;
      } else if (!isQuoted && (sign == '\n' || sign == '\r') && IntStream.of(counts).sum() > 0) {
        break;
      }
    }
    int most = 0;
    for (int i = 1; i < counts.length; i++) {
      most = counts[i] > counts[most] ? i : most;
    }
    return SEPARATORS.charAt(most);
  }

  /** Cells of the header, without empty ones at its end; null in an empty file. */
  public @Nullable List<String> header() {
    CsvRecord head = next();
    if (head == null) {
      return null;
    }
    List<String> cells =
        new ArrayList<>(
            head.getFields().stream()
                .map(cell -> CsvInjectionGuard.unescape(cell).strip())
                .toList());
    while (!cells.isEmpty() && cells.getLast().isEmpty()) {
      cells.removeLast();
    }
    return cells;
  }

  /** Next record with a cell that is not empty; null after the last one. */
  public @Nullable CsvRecord next() {
    try {
      while (records.hasNext()) {
        CsvRecord record = records.next();
        boolean isFirst = lastLine == 0;
        lastLine = record.getStartingLineNumber();
        if (!(isFirst && record.getField(0).equals(SEPARATOR_LINE))
            && !record.getFields().stream().allMatch(String::isBlank)) {
          return record;
        }
      }
      return null;
    } catch (CsvParseException | UncheckedIOException unreadable) {
      throw ImportErrors.unreadable(reason(unreadable));
    }
  }

  private String reason(RuntimeException failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof CharacterCodingException) {
      return NOT_UTF_8 + " (line " + lines.line + ")";
    }
    return cause.getMessage() + ", after line " + lastLine;
  }
}
