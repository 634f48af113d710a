package dev.tradewind.acceptance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.DocumentedCode;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.embedded.Home;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.launcher.config.Setting;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.NodeJs;
import dev.tradewind.testing.TestDatabase;
import dev.tradewind.testing.TestKafka;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The storefront of the guide: made by the commands and of the files of its page, built by Vite,
 * and bought from in Chromium. Responses to a completion are lost, and stock runs out.
 */
@LongForm
class StorefrontGuideIT {

  private static final Path PAGE = Home.folder().resolve("docs/storefront-guide.md");
  private static final Path CLIENT = Path.of("front/clients/typescript");

  /** The comment with which a file begins. */
  private static final Pattern NAME = Pattern.compile("(?://|#|/\\*|<!--) (\\S+)");

  @TempDir private Path folder;

  @Test
  void theStorefrontOfTheGuideIsBuiltAndSells() throws Exception {
    NodeJs browser = NodeJs.installBrowser(folder.resolve("browser"));
    String port = Integer.toString(FreePorts.find());
    String url = "http://localhost:" + port;
    String storefront = "http://localhost:" + FreePorts.find();
    Map<String, String> settings =
        Map.of(
            "TRADEWIND_STORE_CORS",
                command("tradewind start")
                    .replaceAll("TRADEWIND_STORE_CORS=(\\S+) .*\n", "$1")
                    .replace("http://localhost:4173", storefront),
            "TRADEWIND_DATABASE_URL", TestDatabase.create().url(),
            "TRADEWIND_KAFKA_BOOTSTRAP", TestKafka.bootstrapServers(),
            "TRADEWIND_CLUSTER_NAME", "guide-" + Ids.ulid(),
            "TRADEWIND_CLUSTER_PORT", Integer.toString(FreePorts.find()),
            "TRADEWIND_HTTP_PORT", port,
            "TRADEWIND_MANAGEMENT_PORT", "0",
            "TRADEWIND_DATA_DIR", folder.resolve("data").toString());

    try (NodeProcess shop = NodeProcess.start(List.of(), settings)) {
      shop.awaitServing();
      Path project = createProject(browser, url);
      String printed =
          browser.runScript(
              "guide.mjs",
              storefront,
              Setting.ADMIN_EMAIL.defaultValue(),
              Setting.ADMIN_PASSWORD.defaultValue(),
              "",
              url,
              project.toString());

      assertThat(printed).contains("was placed once", "none to other hosts");
    }
  }

  /** Follows the page up to the build, in a copy of the repository's folder with the client. */
  private Path createProject(NodeJs node, String url) throws Exception {
    Path repository = folder.resolve("repository");
    NodeJs.install(Home.folder().resolve(CLIENT), repository.resolve(CLIENT));
    Path project = folder.resolve("my-shop");
    node.runShell(repository, command("npm create").replace("http://localhost:9000", url));
    List<String> files =
        Stream.of("ini", "html", "css", "ts").flatMap(StorefrontGuideIT::blocks).toList();
    for (String file : files) {
      Matcher name = NAME.matcher(file);
      assertThat(name.lookingAt()).as("The name of a file at its beginning: %s", file).isTrue();
      Files.writeString(project.resolve(name.group(1)), file.replace("http://localhost:9000", url));
    }
    node.runShell(
        project, command("npm run build\nnpm run preview").replace("npm run preview\n", ""));
    return project;
  }

  private static String command(String text) {
    return blocks("").filter(block -> block.contains(text)).findFirst().orElseThrow();
  }

  private static Stream<String> blocks(String language) {
    try {
      return DocumentedCode.of(PAGE, language).stream();
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }
}
