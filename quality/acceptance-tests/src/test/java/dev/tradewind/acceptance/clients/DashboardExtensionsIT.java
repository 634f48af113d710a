package dev.tradewind.acceptance.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.embedded.Home;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.Modules;
import dev.tradewind.testing.NodeJs;
import dev.tradewind.testing.TestDatabase;
import dev.tradewind.testing.TestKafka;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The extensions of the documentation's example, built into the dashboard, in Chromium. */
@LongForm
class DashboardExtensionsIT {

  @TempDir private Path folder;

  @Test
  void aWidgetAndAPageOfTheShopAreInTheDashboard() throws Exception {
    Path classes = folder.resolve("classes");
    build(classes.resolve("dashboard"));
    String port = Integer.toString(FreePorts.find());
    Map<String, String> settings =
        Map.of(
            "TRADEWIND_DATABASE_URL",
            TestDatabase.create().url(),
            "TRADEWIND_KAFKA_BOOTSTRAP",
            TestKafka.bootstrapServers(),
            "TRADEWIND_DATA_DIR",
            folder.resolve("data").toString(),
            "TRADEWIND_HTTP_PORT",
            port,
            "TRADEWIND_CLUSTER_PORT",
            Integer.toString(FreePorts.find()));
    String classPath = classes + File.pathSeparator + System.getProperty("java.class.path");
    NodeJs browser = NodeJs.installBrowser(folder.resolve("browser"));
    try (NodeProcess node = NodeProcess.startOf(classPath, List.of(), settings)) {
      node.awaitServing();
      String url = "http://localhost:" + port;
      String order = new Storefront(url).checkOut();

      String printed =
          browser.runScript(
              "extensions.mjs",
              url,
              "admin@tradewind.test",
              "supersecret",
              browser.pictures(),
              order);

      assertThat(printed).contains("none to other hosts");
    }
  }

  private static void build(Path files) throws Exception {
    ProcessBuilder build =
        new ProcessBuilder(
                "sh",
                Modules.folder("admin-dashboard").resolve("build.sh").toString(),
                "build",
                files.toString())
            .redirectErrorStream(true);
    build
        .environment()
        .put(
            "TRADEWIND_DASHBOARD_EXTENSIONS",
            Home.folder().resolve("docs/examples/dashboard-extensions").toString());
    Process process = build.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(files.resolve("files.json")).as(output).exists();
  }
}
