package dev.tradewind.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Properties of the root project file: of two with one name Maven takes the last silently. */
class ProjectFileTest {

  private static final Pattern PROPERTIES =
      Pattern.compile("<properties>(.*?)</properties>", Pattern.DOTALL);
  private static final Pattern NAME = Pattern.compile("<([a-zA-Z][\\w.-]*)>");

  @Test
  void everyPropertyIsDefinedOnce() throws IOException {
    String project = Files.readString(Home.folder().resolve("pom.xml"));

    assertThat(PROPERTIES.matcher(project).results())
        .isNotEmpty()
        .allSatisfy(properties ->
            assertThat(NAME.matcher(properties.group(1)).results().map(name -> name.group(1)))
                .contains("bouncycastle.version")
                .doesNotHaveDuplicates());
  }
}
