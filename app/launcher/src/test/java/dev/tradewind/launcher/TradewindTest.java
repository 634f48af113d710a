package dev.tradewind.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.testing.FreePorts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;

/** Commands that explain themselves, and what they refuse before they use a service. */
class TradewindTest {

  /** Commands by the rules of what they store. */
  private static final Map<String, List<String>> RULES =
      Map.of(
          "requests of the API, see aStoredTextIsRefusedAsARequestOfTheApi",
          List.of("start", "seed", "user create", "inventory locate"),
          "an operation of the API",
          List.of("fields declare"),
          "a batch job of the API",
          List.of("import", "export"),
          "rows that a shop has accepted, by their digest",
          List.of("import-shop"),
          "the check of a Medusa v1 shop, which names texts that the API would refuse",
          List.of("move-in", "move-back"),
          "stores no text of its caller",
          List.of(
              "migrate",
              "user",
              "user token",
              "user reset-second-factor",
              "inventory",
              "cluster",
              "cluster certificates",
              "events",
              "events parked",
              "events snapshot",
              "events replay",
              "events discard",
              "audit",
              "audit verify",
              "restore-check",
              "files",
              "plugin",
              "plugin new",
              "files migrate",
              "files scale-images",
              "export-shop",
              "shadow",
              "shadow status",
              "shadow reads",
              "shadow switch",
              "shadow hold",
              "shadow writes",
              "shadow back",
              "shadow forget",
              "fields",
              "fields list",
              "fields check",
              "fields remove",
              "log-level"));

  @TempDir private Path folder;

  private final StringWriter output = new StringWriter();

  @ParameterizedTest
  @MethodSource("everyCommand")
  void everyCommandExplainsItself(String command) {
    int exit = execute((command + " --help").strip().split(" "));

    assertThat(exit).isZero();
    assertThat(output.toString()).startsWith(("Usage: tradewind " + command).strip());
  }

  static Stream<String> everyCommand() {
    return below(Tradewind.commandLine(), "");
  }

  private static Stream<String> below(CommandLine command, String name) {
    return Stream.concat(
        Stream.of(name),
        command.getSubcommands().entrySet().stream()
            .filter(entry -> !(entry.getValue().getCommand() instanceof HelpCommand))
            .flatMap(entry -> below(entry.getValue(), (name + " " + entry.getKey()).strip())));
  }

  /** Commands that store texts of their caller, by the operations whose rules they keep. */
  @ParameterizedTest
  @CsvSource({
    "email must be an email, user create --password correct --email ann@@example.com",
    "email must be an email, user create --password correct --email ''",
    "password should not be empty, user create --email ann@example.com --password ''",
    "first_name must be shorter, user create --email a@b.de --password right --first-name LONG",
    "last_name must be shorter, user create --email a@b.de --password right --last-name LONG",
    "name should not be empty, inventory locate --location ''",
    "name must be shorter, inventory locate --location LONG"
  })
  void aStoredTextIsRefusedAsARequestOfTheApi(String reason, String command) {
    refused(
        reason,
        Stream.of(command.split(" "))
            .map(word -> word.equals("''") ? "" : word.replace("LONG", "x".repeat(10_000)))
            .toArray(String[]::new));
  }

  @Test
  void eachCommandSaysWhoseRulesItsInputKeeps() {
    assertThat(everyCommand().filter(name -> !name.isEmpty()))
        .containsExactlyInAnyOrderElementsOf(
            RULES.values().stream().flatMap(List::stream).toList());
  }

  @Test
  void anUnknownVerticleIsRefused() {
    refused("There is no verticle shop;", "start", "--verticles", "gateway,shop");
  }

  @Test
  void aMissingFileIsRejected() {
    refused("The file nothing.csv cannot be read.", "import", "nothing.csv");
  }

  @Test
  void anUnreachableShopIsReported() {
    String file = folder.resolve("out.csv").toString();

    refused(
        "The shop at http://127.0.0.1:1 does not answer.",
        "export",
        file,
        "--url",
        "http://127.0.0.1:1");
  }

  @Test
  void anUnreachableManagementPortIsReportedWithTheOptionThatNamesAnother() throws IOException {
    Path token = Files.writeString(folder.resolve("token"), "a-management-token-of-32-characters");
    Path settings =
        Files.writeString(
            folder.resolve("shop.properties"), "TRADEWIND_MANAGEMENT_TOKEN_FILE=" + token);

    refused(
        "The management port http://127.0.0.1:1 does not answer. A node with a"
            + " TRADEWIND_MANAGEMENT_PORT of its own is named by --url.",
        "log-level",
        "root",
        "DEBUG",
        "--config",
        settings.toString(),
        "--url",
        "http://127.0.0.1:1");
  }

  @ParameterizedTest
  @CsvSource({
    "TRADEWIND_COLOUR, red, unknown setting TRADEWIND_COLOUR",
    "TRADEWIND_KAFKA_SECURITY_PROTOCOLL, SSL, is neither a setting nor a property",
    "TRADEWIND_KAFKA_ACKS, 1, cannot be set",
    "TRADEWIND_KAFKA_SSL_TRUSTSTORE_LOCATION, nothing.pem, nothing.pem",
    "TRADEWIND_DATABASE_URL, mysql://localhost/shop, 'TRADEWIND_DATABASE_URL: The database URL must look like'"
  })
  void aWrongSettingIsRefused(String name, String value, String sentence) throws IOException {
    String database =
        name.equals("TRADEWIND_DATABASE_URL")
            ? ""
            : "TRADEWIND_DATABASE_URL: postgresql://shop@127.0.0.1:1/shop";

    refused(
        sentence,
        "start",
        "--config",
        settings(
            database,
            "TRADEWIND_KAFKA_BOOTSTRAP: 127.0.0.1:1",
            "TRADEWIND_KAFKA_SECURITY_PROTOCOL: SSL",
            "TRADEWIND_HTTP_PORT: " + FreePorts.find(),
            name + ": " + value));
  }

  @ParameterizedTest
  @CsvSource({
    "TRADEWIND_STRIPE_API_KEY, sk_test_own",
    "TRADEWIND_STRIPE_API_KEY_FILE, key.txt",
    "TRADEWIND_STRIPE_API_URL, https://stripe.example"
  })
  void aDemoOfStripeDoesNotTakeTheSettingsOfAnAccount(String name, String value)
      throws IOException {
    refused(
        "--demo-stripe sets " + name.replace("_FILE", ""),
        "start",
        "--demo-stripe",
        "--config",
        settings(name + ": " + value));
  }

  @Test
  void aCheckOfProvidersStartsNoDemoOfStripe() {
    refused("starts nothing", "start", "--demo-stripe", "--check-providers");
  }

  @ParameterizedTest
  @CsvSource({"start", "seed"})
  void aDemoShopThatDoesNotExistIsRefused(String command) {
    assertThat(execute(command, "--demo", "castle")).isEqualTo(2);
    assertThat(output.toString()).contains("'--demo'", "WORKSHOP, HARBOUR");
  }

  @Test
  void anOutputThatCannotBeWrittenIsAFailure() {
    PrintStream full =
        new PrintStream(
            new OutputStream() {
              @Override
              public void write(int one) throws IOException {
                throw new IOException("No space left on device");
              }
            });
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    full.println("a token that is shown once");

    assertThat(Tradewind.finish(0, full, new PrintStream(errors))).isEqualTo(1);
    assertThat(errors.toString()).contains("could not be written");
    assertThat(Tradewind.finish(3, full, System.err)).isEqualTo(3);
    assertThat(Tradewind.finish(0, new PrintStream(errors), System.err)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"TRADEWIND_HTTP_PORT", "TRADEWIND_MANAGEMENT_PORT"})
  void aTakenPortIsRefusedBeforeAnythingStarts(String setting) throws IOException {
    Path data = folder.resolve("data");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();

      refused(
          "Cannot listen on 127.0.0.1:" + port,
          "start",
          "--config",
          settings(
              setting + ": " + port,
              "TRADEWIND_DATA_DIR: " + data,
              setting.equals("TRADEWIND_HTTP_PORT")
                  ? "TRADEWIND_MANAGEMENT_PORT: 0"
                  : "TRADEWIND_HTTP_PORT: 0"));
    }
    assertThat(data).doesNotExist();
  }

  @Test
  void aFolderThatCannotBeWrittenIsRefused() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    refused(
        "cannot be written",
        "migrate",
        "--config",
        settings("TRADEWIND_DATA_DIR: " + file.resolve("below")));
  }

  private String settings(String... lines) throws IOException {
    return Files.write(folder.resolve("node.yaml"), List.of(lines)).toString();
  }

  /** Expects one sentence that begins with the program's name, and the exit status 1. */
  private void refused(String sentence, String... arguments) {
    int exit = execute(arguments);

    assertThat(exit).as(output.toString()).isEqualTo(1);
    assertThat(output.toString().lines())
        .singleElement()
        .asString()
        .startsWith("tradewind: ")
        .contains(sentence);
  }

  private int execute(String... arguments) {
    PrintWriter writer = new PrintWriter(output, true);
    return Tradewind.commandLine().setOut(writer).setErr(writer).execute(arguments);
  }
}
