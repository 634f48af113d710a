package dev.tradewind.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import dev.tradewind.testing.NodeJs;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that openapi-generator generates from the documents of a shop, by the commands of the
 * page about clients, with 1 GB of memory. Both are compiled; that of the storefront checks out.
 */
@EnabledIfSystemProperty(named = "tradewind.all", matches = "true")
class GeneratedClientsIT {

  private static final Path PAGE = Home.folder().resolve("docs/clients.md");
  private static final Path JARS = Path.of("target/openapi-generator").toAbsolutePath();
  private static final String JAVA = Path.of(System.getProperty("java.home"), "bin").toString();
  private static final List<String> SURFACES = List.of("store", "admin");

  @TempDir private static Path folder;
  private static NodeJs node;
  private static String url;

  @BeforeAll
  static void install() throws Exception {
    node = NodeJs.install(Home.folder().resolve("clients/typescript"), folder);
    url = Shop.shared().storefront().url();
  }

  @Test
  void clientsInJavaAreCompiledAndCheckOut() throws Exception {
    generate("java");
    String classPath;
    try (Stream<Path> jars = Files.list(JARS)) {
      classPath = jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
    Path checkout = folder.resolve("java-store/Checkout.java");
    Files.writeString(checkout, example("java", "class Checkout"));
    for (String surface : SURFACES) {
      Path client = folder.resolve("java-" + surface);
      try (Stream<Path> files = Files.walk(client.resolve("client/src/main/java"))) {
        Files.write(
            client.resolve("sources"),
            files.map(Path::toString).filter(file -> file.endsWith(".java")).toList());
      }
      node.run(
          JAVA + "/javac",
          "-proc:none",
          "-nowarn",
          "-cp",
          classPath,
          "-d",
          client + "/classes",
          "@" + client.resolve("sources"),
          surface.equals("store") ? checkout.toString() : "-nowarn");
    }

    String printed =
        node.run(
            JAVA + "/java",
            "-cp",
            classPath + File.pathSeparator + folder.resolve("java-store/classes"),
            "Checkout");

    assertThat(printed).contains("was placed");
  }

  @Test
  void clientsInTypeScriptAreCompiledAndCheckOut() throws Exception {
    generate("typescript-fetch");
    Files.writeString(
        folder.resolve("typescript-fetch-store/checkout.ts"), example("ts", "CartsApi"));
    for (String entry : List.of("store/checkout.ts", "admin/client/index.ts")) {
      node.run(
          "npx",
          "tsc",
          "--strict",
          "--module",
          "nodenext",
          "--target",
          "es2022",
          "--lib",
          "es2022,dom,dom.iterable",
          "--types",
          "node",
          "typescript-fetch-" + entry);
    }

    assertThat(node.runScript("typescript-fetch-store/checkout.js")).contains("was placed");
  }

  /** Runs the command of the page for both documents. */
  private static void generate(String generator) throws Exception {
    String command =
        DocumentedCode.of(PAGE, "").stream()
            .filter(each -> each.contains("-g " + generator + " "))
            .findFirst()
            .orElseThrow()
            .replace("java -jar ", JAVA + "/java -Xmx1g -jar " + JARS + "/")
            .replace("http://localhost:9000", url);
    for (String surface : SURFACES) {
      Path target = Files.createDirectory(folder.resolve(generator + "-" + surface));
      node.run(
          "sh", "-c", "cd " + target + " && " + command.replace("store.json", surface + ".json"));
    }
  }

  private static String example(String language, String text) throws Exception {
    return DocumentedCode.of(PAGE, language).stream()
        .filter(each -> each.contains(text))
        .findFirst()
        .orElseThrow()
        .replace("https://shop.example", url);
  }
}
