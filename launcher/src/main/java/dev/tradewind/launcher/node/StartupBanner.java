package dev.tradewind.launcher.node;

import dev.tradewind.launcher.config.NodeConfig;
import java.io.PrintStream;

/** Startup banner with the addresses of a ready node. */
public final class StartupBanner {

  private StartupBanner() {}

  public static void print(NodeConfig config, VerticleType.Selection selection, Node node) {
    PrintStream out = System.out;
    out.println();
    if (selection.hasGateway()) {
      String url = url(config);
      out.println("Tradewind serves");
      if (config.gateway().storefront() != null) {
        out.println("  shop      " + url);
      }
      out.println("  store     " + url + "/store");
      if (config.gateway().dashboard().isServed()) {
        out.println("  admin     " + url + "/app");
      }
      out.println("  admin API " + url + "/admin");
      if (config.gateway().security().publishesApiDocs()) {
        out.println("  contract  " + url + "/docs");
      }
      out.println("  health    " + url + "/health/ready");
      if (node.managementPort() != 0) {
        out.println("  metrics   port " + node.managementPort() + ", /metrics");
      }
      out.printf(
          "  events    Kafka at %s, topics %scommerce.*.v1%n",
          node.kafkaBootstrap(), config.kafka().topicPrefix());
      if (!config.isProduction()) {
        out.println("  user      " + config.adminEmail() + " / " + config.adminPassword());
      }
      if (node.stripeUrl() != null) {
        out.println("  cards     4242 4242 4242 4242, with 3-D Secure 4000 0027 6000 3184,");
        out.println("            declined 4000 0000 0000 0002 at " + node.stripeUrl());
      }
      out.println();
      out.println("Try");
      out.println("  curl '" + url + "/store/products?limit=2'");
    } else {
      out.println("Tradewind runs " + selection.parts().stream().map(VerticleType::label).toList());
    }
    out.println();
    out.println("Stop with Ctrl-C.");
    out.println();
    out.flush();
  }

  private static String url(NodeConfig config) {
    String host = config.gateway().host();
    boolean local = host.equals("0.0.0.0") || host.equals("127.0.0.1");
    return "http://" + (local ? "localhost" : host) + ":" + config.gateway().port();
  }
}
