package dev.tradewind.launcher;

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
    description = "Manage the users who run the shop.",
    mixinStandardHelpOptions = true,
    subcommands = UserCommand.Create.class)
final class UserCommand implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  UserCommand() {}

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }

  @Command(name = "create", description = "Make an admin user.", mixinStandardHelpOptions = true)
  static final class Create implements Runnable {

    @Mixin private ConfigOption config = new ConfigOption();

    @Option(names = "--email", required = true, description = "Unique among users.")
    private String email = "";

    @Option(
        names = "--password",
        required = true,
        interactive = true,
        arity = "0..1",
        description = "Asked for when no value is given.")
    private String password = "";

    @Option(names = "--first-name")
    private @Nullable String firstName;

    @Option(names = "--last-name")
    private @Nullable String lastName;

    Create() {}

    @Override
    public void run() {
      DatabaseCommand.run(
          config.load(),
          (seeding, loaded) ->
              System.out.println(
                  "Made the user " + seeding.user(email, password, firstName, lastName) + "."));
    }
  }
}
