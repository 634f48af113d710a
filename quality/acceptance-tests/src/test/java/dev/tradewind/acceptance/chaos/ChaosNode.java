package dev.tradewind.acceptance.chaos;

import dev.tradewind.acceptance.NodeProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Node with fixed addresses that survives restarts of its process. */
public final class ChaosNode implements AutoCloseable {

  private static final Pattern MEMBERS = Pattern.compile("Members \\{size:(\\d+),");

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final String name;
  private final int number;
  private final String url;
  private final List<String> jvmOptions;
  private final Map<String, String> environment;
  private final List<String> arguments;
  private final StringBuilder ended = new StringBuilder();
  private @Nullable NodeProcess process;

  public ChaosNode(
      String name,
      int number,
      String url,
      List<String> jvmOptions,
      Map<String, String> environment,
      List<String> arguments) {
    this.name = name;
    this.number = number;
    this.url = url;
    this.jvmOptions = jvmOptions;
    this.environment = environment;
    this.arguments = arguments;
  }

  public String name() {
    return name;
  }

  /** Index in the {@link Network}. */
  public int number() {
    return number;
  }

  public String url() {
    return url;
  }

  /** Starts the process without waiting. */
  public ChaosNode start() {
    keepLog();
    process = NodeProcess.start(jvmOptions, environment, arguments.toArray(String[]::new));
    return this;
  }

  public ChaosNode awaitReady() {
    process().awaitThat(this::isReady);
    return this;
  }

  private boolean isReady() {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url + "/health/ready"))
              .timeout(Duration.ofSeconds(2))
              .build();
      return HTTP.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException unreachable) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  /** Number of cluster members that the node sees. */
  public int members() {
    return MEMBERS
        .matcher(process().output())
        .results()
        .reduce((before, last) -> last)
        .map(last -> Integer.parseInt(last.group(1)))
        .orElse(0);
  }

  public NodeProcess process() {
    return Objects.requireNonNull(process, name);
  }

  /** Ends the process in any state; its log is kept. */
  @Override
  public void close() {
    if (process != null) {
      process.close();
      ChaosReport.keep(name + ".log", log());
    }
  }

  /** Logs of all processes of this node, in order. */
  public String log() {
    return ended + (process == null ? "" : process.output());
  }

  private void keepLog() {
    if (process != null) {
      ended.append(process.output());
    }
  }
}
