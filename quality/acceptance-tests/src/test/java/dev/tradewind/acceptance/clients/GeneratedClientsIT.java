package dev.tradewind.acceptance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.DocumentedCode;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.embedded.Home;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.NodeJs;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that openapi-generator, with 1 GB of memory, and orval generate from the documents of a
 * shop, by the commands of the page about clients. Those of both surfaces are compiled as a whole;
 * that of the storefront checks out, that of the administration goes through a day of staff.
 */
@LongForm
class GeneratedClientsIT {

  private static final Path PAGE = Home.folder().resolve("docs/clients.md");
  private static final Path JARS = Path.of("target/openapi-generator").toAbsolutePath();
  private static final String JAVA = Path.of(System.getProperty("java.home"), "bin").toString();

  /** Short runs of large programs: optimized code would come too late. */
  private static final String SHORT = "-XX:TieredStopAtLevel=1";

  private static final List<String> SURFACES = List.of("store", "admin");
  private static final Pattern PLACED = Pattern.compile("Order (order_\\w+) was placed");
  private static final Pattern WORKED =
      Pattern.compile(
          "partially_refunded, shipped, 500 refunded, JD014600003SE, 10 added to the stock,"
              + " ([1-9]\\d*) of \\1 prices kept");
  private static final String EMAIL = "staff-" + Ids.ulid() + "@example.com";
  private static final String PASSWORD = "a password";

  @TempDir private static Path folder;
  private static NodeJs node;
  private static String url;

  @BeforeAll
  static void install() throws Exception {
    node = NodeJs.install("clients", folder);
    url = Shop.shared().storefront().url();
    Shop.shared().newUser(EMAIL, PASSWORD, "token-" + Ids.ulid());
  }

  @Test
  void clientsInJavaCheckOutAndGoThroughADayOfStaff() throws Exception {
    generate("java");
    Path checkout = folder.resolve("Checkout.java");
    Files.writeString(checkout, example("java", "class Checkout"));
    List<String> sources = new ArrayList<>();
    sources.add(checkout.toString());
    sources.add(Path.of("src/test/resources/clients/StaffDay.java").toAbsolutePath().toString());
    for (String surface : SURFACES) {
      try (Stream<Path> files =
          Files.walk(folder.resolve("java-" + surface + "/client/src/main/java"))) {
        files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(sources::add);
      }
    }
    Files.write(folder.resolve("sources"), sources);
    String libraries;
    try (Stream<Path> jars = Files.list(JARS)) {
      libraries = jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
    node.run(
        JAVA + "/javac",
        "-J" + SHORT,
        "-proc:none",
        "-nowarn",
        "-cp",
        libraries,
        "-d",
        "classes",
        "@sources");

    String[] java = {JAVA + "/java", SHORT, "-cp", libraries + File.pathSeparator + "classes"};
    String order = placed(node.run(with(java, "Checkout")));
    assertWorked(node.run(with(java, "StaffDay", url, EMAIL, PASSWORD, order)));
  }

  @Test
  void clientsInTypeScriptCheckOutAndGoThroughADayOfStaff() throws Exception {
    generate("typescript-fetch");
    Files.writeString(
        folder.resolve("typescript-fetch-store/checkout.ts"), example("ts", "CartsApi"));
    Path orval = folder.resolve("orval");
    Files.writeString(
        orval.resolve("orval.config.mjs"),
        example("mjs", "orval").replace("http://localhost:9000", url));
    Files.writeString(orval.resolve("checkout.ts"), example("ts", "storeCompleteCart,"));
    node.runShell(orval, command("npx orval"));
    node.run("npx", "tsc", "-p", ".");

    String order = placed(node.runScript("typescript-fetch-store/checkout.js"));
    assertWorked(
        node.runScript("typescript-fetch-admin/staff-day.js", url, EMAIL, PASSWORD, order));
    String other = placed(node.runScript("orval/checkout.js"));
    assertWorked(node.runScript("orval/staff-day.js", EMAIL, PASSWORD, other));
  }

  private static String placed(String printed) {
    Matcher placed = PLACED.matcher(printed);
    assertThat(placed.find()).as(printed).isTrue();
    return placed.group(1);
  }

  /** Every day of staff prints the order, read again at its end, and what became of a variant. */
  private static void assertWorked(String printed) {
    assertThat(printed).containsPattern(WORKED);
  }

  /** Runs the command of the page for both documents, that of the administration in its package. */
  private static void generate(String generator) throws Exception {
    String command =
        command("-g " + generator + " ")
            .replace("java -jar ", JAVA + "/java " + SHORT + " -Xmx1g -jar " + JARS + "/")
            .replace("http://localhost:9000", url);
    for (String surface : SURFACES) {
      node.runShell(
          Files.createDirectories(folder.resolve(generator + "-" + surface)),
          surface.equals("store")
              ? command
              : command
                  .replace("store.json", "admin.json")
                  .replace("example.shop", "example.admin"));
    }
  }

  private static String command(String text) throws Exception {
    return example("", text);
  }

  private static String example(String language, String text) throws Exception {
    return DocumentedCode.of(PAGE, language).stream()
        .filter(each -> each.contains(text))
        .findFirst()
        .orElseThrow()
        .replace("https://shop.example", url);
  }

  private static String[] with(String[] command, String... arguments) {
    return Stream.concat(Stream.of(command), Stream.of(arguments)).toArray(String[]::new);
  }
}
