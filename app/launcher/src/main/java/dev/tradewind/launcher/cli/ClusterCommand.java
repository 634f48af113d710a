package dev.tradewind.launcher.cli;

import dev.tradewind.launcher.cluster.CertificateFiles;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "cluster",
    description = "Prepare the cluster of several nodes.",
    mixinStandardHelpOptions = true,
    subcommands = ClusterCommand.Certificates.class)
public final class ClusterCommand implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  ClusterCommand() {}

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }

  @Command(
      name = "certificates",
      description =
          "Write a certificate for each node, with the authority and the key of the cluster.",
      mixinStandardHelpOptions = true)
  static final class Certificates implements Runnable {

    /** A label of a host name; also the name of a folder. */
    private static final Pattern NODE =
        Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]{0,61}[A-Za-z0-9])?");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
        names = "--out",
        paramLabel = "FOLDER",
        required = true,
        description = "Folder of the authority; created with it if there is none.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path folder;

    @Option(
        names = "--node",
        paramLabel = "NAME",
        description = "Name of a node; may be repeated. One folder for all, node, by default.")
    private List<String> nodes = List.of("node");

    @Option(
        names = "--days",
        paramLabel = "NUMBER",
        description = "Validity of the certificates of nodes, ${DEFAULT-VALUE} days by default.")
    private int days = 365;

    Certificates() {}

    @Override
    public void run() {
      nodes.stream()
          .filter(node -> !NODE.matcher(node).matches())
          .findFirst()
          .ifPresent(node -> refuse("--node: " + node + " is not a host name."));
      if (days < 1 || days > 3_650) {
        refuse("--days must be a number from 1 to 3650.");
      }
      for (Path written :
          new CertificateFiles(folder, Clock.systemUTC().instant()).write(nodes, days)) {
        System.out.println("Wrote the certificate and the keys of a node to " + written + ".");
      }
    }

    private void refuse(String reason) {
      throw new ParameterException(spec.commandLine(), reason);
    }
  }
}
