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
import org.jspecify.annotations.Nullable;

/**
 * Reader of CSV in UTF-8, with or without a byte order mark, separated by semicolons or by commas,
 * whichever the header contains more often. A record may span several lines of text.
 */
public final class CsvFile {

  private static final int MAX_HEADER_LENGTH = 256 * 1024;
  private static final int MAX_CELL_LENGTH = 1024 * 1024;

  private final CloseableIterator<CsvRecord> records;
  private long lastLine;

  private CsvFile(CloseableIterator<CsvRecord> records) {
    this.records = records;
  }

  public static CsvFile of(InputStream bytes) {
    BufferedInputStream input = new BufferedInputStream(bytes, MAX_HEADER_LENGTH);
    try {
      byte[] mark = peek(input, 3);
      if (startsWith(mark, 0xfe, 0xff) || startsWith(mark, 0xff, 0xfe)) {
        throw ImportErrors.unreadable("it is not in UTF-8");
      }
      if (startsWith(mark, 0xef, 0xbb, 0xbf)) {
        input.skipNBytes(mark.length);
      }
      return new CsvFile(
          CsvReader.builder()
              .fieldSeparator(separator(new String(peek(input, MAX_HEADER_LENGTH), UTF_8)))
              .skipEmptyLines(true)
              .allowExtraFields(true)
              .allowMissingFields(true)
              .allowExtraCharsAfterClosingQuote(false)
              .allowUnclosedQuote(false)
              .maxBufferSize(MAX_CELL_LENGTH)
              .ofCsvRecord(
                  new InputStreamReader(
                      input,
                      UTF_8
                          .newDecoder()
                          .onMalformedInput(CodingErrorAction.REPORT)
                          .onUnmappableCharacter(CodingErrorAction.REPORT)))
              .iterator());
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
    int semicolons = 0;
    int commas = 0;
    boolean isQuoted = false;
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '"' -> isQuoted = !isQuoted;
        case ';' -> semicolons += isQuoted ? 0 : 1;
        case ',' -> commas += isQuoted ? 0 : 1;
        case '\n', '\r' -> {
          if (!isQuoted && semicolons + commas > 0) {
            return commas > semicolons ? ',' : ';';
          }
        }
        default -> {}
      }
    }
    return commas > semicolons ? ',' : ';';
  }

  /** Next record; null after the last one. */
  public @Nullable CsvRecord next() {
    try {
      if (!records.hasNext()) {
        return null;
      }
      CsvRecord record = records.next();
      lastLine = record.getStartingLineNumber();
      return record;
    } catch (CsvParseException | UncheckedIOException unreadable) {
      throw ImportErrors.unreadable(reason(unreadable) + ", after line " + lastLine);
    }
  }

  private static String reason(RuntimeException failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof CharacterCodingException
        ? "it is not in UTF-8"
        : String.valueOf(cause.getMessage());
  }
}
