package dev.tradewind.launcher.cli;

import dev.tradewind.launcher.config.NodeConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command line options for the URL and the credentials of a running shop. */
public final class ApiOptions {

  @Mixin private ConfigOption config = new ConfigOption();

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "URL of the shop; by default this host and the port of the settings.")
  private @Nullable String url;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = "API token of a user; otherwise e-mail and password are used.")
  private @Nullable String token;

  @Option(names = "--email", description = "By default the first user's, of the settings.")
  private @Nullable String email;

  @Option(
      names = "--password",
      interactive = true,
      arity = "0..1",
      description = "By default the first user's; prompted for if no value is given.")
  private @Nullable String password;

  public ApiOptions() {}

  /** Opens the client with these credentials. */
  public AdminApiClient open() {
    NodeConfig settings = config.load();
    String base = url == null ? "http://127.0.0.1:" + settings.gateway().port() : url;
    AdminApiClient shop = new AdminApiClient(base.replaceFirst("/+$", ""));
    if (token == null) {
      shop.logIn(
          email == null ? settings.adminEmail() : email,
          password == null ? settings.adminPassword() : password);
    } else {
      shop.authenticate("x-medusa-access-token", token);
    }
    return shop;
  }
}
