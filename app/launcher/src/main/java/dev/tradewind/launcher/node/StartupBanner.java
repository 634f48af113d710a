package dev.tradewind.launcher.node;

import dev.tradewind.launcher.config.NodeConfig;
import java.io.PrintStream;

/** Startup banner with the addresses of a ready node. */
public final class StartupBanner {

  /** Beginning of its last line, by which scripts know that the node serves. */
  public static final String END = "Stop with Ctrl-C";

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
      if (config.isProduction()) {
        out.println("  curl '" + url + "/store/products?limit=2'");
      } else {
        out.print(firstOrder(url).indent(2));
      }
    } else {
      out.println("Tradewind runs " + selection.parts().stream().map(VerticleType::label).toList());
    }
    out.println();
    out.println(END + "; the next start goes on with the same data.");
    out.println();
    out.flush();
  }

  /** An order of the demo shop in five commands, the last of which prints it. */
  static String firstOrder(String url) {
    return """
    post() { curl -sS -X POST -H 'content-type: application/json' "%1$s/store/carts$1" -d "$2"; }
    variant=$(curl -sS '%1$s/store/products?limit=1' | grep -o 'variant_0[0-9A-Z]*' | head -n 1)
    cart=$(post '' "{\\"items\\": [{\\"variant_id\\": \\"$variant\\", \\"quantity\\": 1}]}" | grep -o 'cart_0[0-9A-Z]*' | head -n 1)
    post /$cart '{"email": "ada@example.com", "shipping_address": {"first_name": "Ada", "last_name": "Lovelace", "address_1": "Am Kai 1", "city": "Hamburg", "postal_code": "20457", "country_code": "de"}}' >/dev/null
    post /$cart/payment-sessions '' >/dev/null; post /$cart/complete ''
    """
        .formatted(url);
  }

  private static String url(NodeConfig config) {
    String host = config.gateway().host();
    boolean local = host.equals("0.0.0.0") || host.equals("127.0.0.1");
    return "http://" + (local ? "localhost" : host) + ":" + config.gateway().port();
  }
}
