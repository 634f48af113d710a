package dev.tradewind.launcher.cli;

import dev.tradewind.launcher.seed.RequestRules;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "user",
    description = "Manage staff users.",
    mixinStandardHelpOptions = true,
    subcommands = {
      UserCommand.Create.class,
      UserCommand.Token.class,
      UserCommand.ResetSecondFactor.class
    })
public final class UserCommand implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  UserCommand() {}

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }

  @Command(name = "create", description = "Create an admin user.", mixinStandardHelpOptions = true)
  static final class Create implements Runnable {

    @Mixin private ConfigOption config = new ConfigOption();

    @Option(names = "--email", required = true, description = "Unique among users.")
    private String email = "";

    @Option(
        names = "--password",
        required = true,
        interactive = true,
        arity = "0..1",
        description = "Prompted for if no value is given.")
    private String password = "";

    @Option(names = "--first-name")
    private @Nullable String firstName;

    @Option(names = "--last-name")
    private @Nullable String lastName;

    Create() {}

    @Override
    public void run() {
      JsonObject given = new JsonObject().put("email", email).put("password", password);
      if (firstName != null) {
        given.put("first_name", firstName);
      }
      if (lastName != null) {
        given.put("last_name", lastName);
      }
      JsonObject user = RequestRules.user(given);
      DatabaseCommand.run(
          config.load(),
          (seeding, loaded) -> System.out.println("Created the user " + seeding.user(user) + "."));
    }
  }

  @Command(
      name = "token",
      description =
          "Create the API token of a user and print it, on a line of its own; it is shown only now.",
      mixinStandardHelpOptions = true)
  static final class Token implements Runnable {

    @Mixin private ConfigOption config = new ConfigOption();

    @Option(names = "--email", required = true, description = "E-mail of the user.")
    private String email = "";

    @Option(names = "--renew", description = "Replace the token; the old one ends at once.")
    private boolean isNew;

    Token() {}

    @Override
    public void run() {
      DatabaseCommand.run(
          config.load(), (seeding, loaded) -> System.out.println(seeding.apiToken(email, isNew)));
    }
  }

  @Command(
      name = "reset-second-factor",
      description = "Remove the second factor of a user who lost the device.",
      mixinStandardHelpOptions = true)
  static final class ResetSecondFactor implements Runnable {

    @Mixin private ConfigOption config = new ConfigOption();

    @Option(names = "--email", required = true, description = "E-mail of the user.")
    private String email = "";

    ResetSecondFactor() {}

    @Override
    public void run() {
      DatabaseCommand.run(
          config.load(),
          (seeding, loaded) -> {
            boolean isRemoved = seeding.removeSecondFactor(email);
            System.out.println(
                (isRemoved ? "Removed the second factor of " : "There is no second factor of ")
                    + email
                    + ".");
          });
    }
  }
}
