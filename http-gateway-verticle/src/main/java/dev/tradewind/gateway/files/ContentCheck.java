package dev.tradewind.gateway.files;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Check of one file's content against its media type and, if required, its extension. */
public final class ContentCheck {

  private final String name;
  private final Optional<FileType> type;
  private @Nullable Buffer beginning = Buffer.buffer();

  private ContentCheck(String name, Optional<FileType> type) {
    this.name = name;
    this.type = type;
  }

  /**
   * @param knownTypesOnly whether extension and media type must be of one known type
   */
  public static ContentCheck of(String name, String contentType, boolean knownTypesOnly) {
    if (!knownTypesOnly) {
      return new ContentCheck(name, FileType.displayedAs(contentType));
    }
    FileType known =
        FileType.ofName(name)
            .orElseThrow(() -> Problem.invalidData("Files like " + name + " are not accepted"));
    if (!known.isDeclaredAs(contentType)) {
      throw Problem.invalidData("The media type of " + name + " is not that of its extension");
    }
    return new ContentCheck(name, Optional.of(known));
  }

  /** Checks the next part; throws {@code InvalidData} for content of another type. */
  public void add(Buffer part) {
    if (!type.map(known -> known.mayContain(part)).orElse(true)) {
      throw another();
    }
    if (beginning != null) {
      beginning.appendBuffer(part, 0, Math.min(part.length(), FileType.LENGTH));
      if (beginning.length() >= FileType.LENGTH) {
        decide();
      }
    }
  }

  /** Checks a file that ends here. */
  public void end() {
    decide();
  }

  private void decide() {
    Buffer all = beginning;
    beginning = null;
    if (all != null && !type.map(known -> known.fits().test(all)).orElse(true)) {
      throw another();
    }
  }

  private RuntimeException another() {
    return Problem.invalidData("The content of " + name + " is not of its type");
  }
}
