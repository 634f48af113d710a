package dev.tradewind.acceptance.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.testing.NodeJs;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Validation of the event description with the AsyncAPI initiative's parser. */
class AsyncApiParserIT {

  @Test
  void thePublishedValidatorAcceptsTheDocument(@TempDir Path folder) throws Exception {
    NodeJs node = NodeJs.install("asyncapi", folder);

    String printed = node.runScript("validate.mjs", EventDocument.FILE.toString());

    assertThat(printed).contains("is a valid AsyncAPI 3.0.0 document");
  }
}
