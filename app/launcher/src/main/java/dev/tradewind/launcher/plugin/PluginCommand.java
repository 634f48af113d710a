package dev.tradewind.launcher.plugin;

import dev.tradewind.launcher.Build;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "plugin",
    description = "Begin a plugin.",
    mixinStandardHelpOptions = true,
    subcommands = PluginCommand.New.class)
public final class PluginCommand {

  PluginCommand() {}

  @Command(
      name = "new",
      description =
          "Make a Maven project of a plugin with a setting, a tax provider, a hook, a subscriber and a"
              + " route, and tests of each. docs/hooks.md and docs/providers.md describe them.",
      mixinStandardHelpOptions = true)
  static final class New implements Runnable {

    @Parameters(paramLabel = "NAME", description = "Name of the plugin, such as house-rules.")
    private String name = "";

    @Option(
        names = "--package",
        paramLabel = "PACKAGE",
        description = "Java package. Default: com.example.")
    private String javaPackage = "com.example";

    @Option(
        names = "--folder",
        paramLabel = "FOLDER",
        description = "New folder of the project. Default: the name of the plugin, here.")
    private @Nullable Path folder;

    New() {}

    @Override
    public void run() {
      Path target = folder == null ? Path.of(name) : folder;
      new PluginProject(name, javaPackage, Build.current().version()).write(target);
      System.out.println(
          """
          The project of the plugin %s is in %s. With the libraries of Tradewind in the local repository of Maven
          (mvn install -Dquick -pl plugins/spi-testing -am, in the folder of Tradewind) build and start it:

            mvn -f %s package
            ./tradewind start --plugin %s --watch\
          """
              .formatted(name, target, target, target.toAbsolutePath()));
    }
  }
}
