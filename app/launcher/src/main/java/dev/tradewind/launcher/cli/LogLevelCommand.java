package dev.tradewind.launcher.cli;

import dev.tradewind.gateway.management.ManagementConfig;
import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.config.ManagementToken;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.launcher.config.Setting;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "log-level",
    description =
        "Set the level of a logger of a running node for a time; needs"
            + " TRADEWIND_MANAGEMENT_TOKEN_FILE.",
    mixinStandardHelpOptions = true)
public final class LogLevelCommand implements Runnable {

  private static final Pattern TIME = Pattern.compile("(\\d{1,5})([smh])");

  @Mixin private ConfigOption config = new ConfigOption();

  @Parameters(
      index = "0",
      paramLabel = "LOGGER",
      description = "Name of the logger, such as dev.tradewind.cart; root is all others.")
  private String logger = "";

  @Parameters(
      index = "1",
      paramLabel = "LEVEL",
      description = "TRACE, DEBUG, INFO, WARN, ERROR or OFF.")
  private String level = "";

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "Time after which the earlier level comes back: 90s, 10m (default), 2h.",
      defaultValue = "10m")
  private String time = "";

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "URL of the node's management port; by default this host and the port of the settings.")
  private @Nullable String url;

  LogLevelCommand() {}

  @Override
  public void run() {
    NodeConfig settings = config.load();
    ManagementConfig management = settings.management();
    if (management == null) {
      throw new CliException("TRADEWIND_MANAGEMENT_PORT is 0: nodes have no management port.");
    }
    String base = url == null ? "http://127.0.0.1:" + management.port() : url;
    AdminApiClient node = AdminApiClient.ofManagementPort(base.replaceFirst("/+$", ""));
    node.authenticate(
        "authorization", "Bearer " + ManagementToken.read(settings.managementTokenFile()));
    JsonObject change =
        new JsonObject()
            .put("level", level)
            .put("seconds", Math.toIntExact(duration().toSeconds()));
    try {
      node.put("/log-levels/" + logger, change);
    } catch (CliException failure) {
      throw failure.getCause() instanceof IOException
          ? new CliException(
              failure.getMessage()
                  + " A node with a %s of its own is named by --url."
                      .formatted(Setting.MANAGEMENT_PORT.variable()),
              failure)
          : failure;
    }
    System.out.printf("Logger %s: %s for %s%n", logger, level, time);
  }

  private Duration duration() {
    Matcher parts = TIME.matcher(time);
    if (!parts.matches()) {
      throw new CliException("The option --for takes a time such as 90s, 10m or 2h.");
    }
    long number = Long.parseLong(parts.group(1));
    return switch (parts.group(2)) {
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }
}
