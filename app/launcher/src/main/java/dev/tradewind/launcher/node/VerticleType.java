package dev.tradewind.launcher.node;

import dev.tradewind.batch.BatchVerticle;
import dev.tradewind.cart.CartVerticle;
import dev.tradewind.catalog.CatalogVerticle;
import dev.tradewind.customer.CustomerVerticle;
import dev.tradewind.customer.auth.CustomerConfig;
import dev.tradewind.discount.DiscountVerticle;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.launcher.config.Setting;
import dev.tradewind.order.OrderVerticle;
import dev.tradewind.providers.Providers;
import dev.tradewind.webhook.WebhookVerticle;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Domain verticles of a node, in order of deployment: callees before their callers. */
public enum VerticleType {
  WEBHOOK(
      WebhookVerticle.SCHEMA,
      (node, providers, customers, config) ->
          new WebhookVerticle(
              node,
              customers.tokens().keys(),
              Objects.requireNonNull(config.webhooks()),
              providers.subscribers())),
  CATALOG(
      CatalogVerticle.SCHEMA,
      (node, providers, customers, config) -> new CatalogVerticle(node, providers)),
  CUSTOMER(
      CustomerVerticle.SCHEMA,
      (node, providers, customers, config) ->
          new CustomerVerticle(
              node,
              customers.withOwnedMetadata(providers.customerKeys()).withHooks(providers.hooks()),
              config.limits().carts())),
  DISCOUNT(DiscountVerticle.SCHEMA, DiscountVerticle::new),
  ORDER(
      OrderVerticle.SCHEMA,
      (node, providers, customers, config) ->
          new OrderVerticle(node, providers, customers.tokens().keys())),
  CART(
      CartVerticle.SCHEMA,
      (node, providers, customers, config) ->
          new CartVerticle(node, providers, config.limits(), config.checkout())),
  BATCH(
      BatchVerticle.SCHEMA,
      (node, providers, customers, config) ->
          new BatchVerticle(
              node, customers.tokens().keys(), config.limits(), providers.fileStorage()));

  private final Schema schema;
  private final Factory verticle;

  /** Constructor of a verticle with its settings. */
  @FunctionalInterface
  private interface Factory {
    DomainVerticle verticle(
        NodeContext node, Providers providers, CustomerConfig customers, NodeConfig config);
  }

  VerticleType(Schema schema, Function<NodeContext, DomainVerticle> verticle) {
    this(schema, (node, providers, customers, config) -> verticle.apply(node));
  }

  VerticleType(Schema schema, Factory verticle) {
    this.schema = schema;
    this.verticle = verticle;
  }

  DomainVerticle verticle(
      NodeContext node, Providers providers, CustomerConfig customers, NodeConfig config) {
    return verticle.verticle(node, providers, customers, config);
  }

  public Schema schema() {
    return schema;
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The bus address of the operations of the contract; internal operations have another address.
   */
  String address() {
    return label();
  }

  /** Verticles that the shop does without. */
  static Set<VerticleType> absent(NodeConfig config) {
    return config.hasWebhooks() ? EnumSet.noneOf(VerticleType.class) : EnumSet.of(WEBHOOK);
  }

  /** Bus addresses at which the operations of the verticles of the shop are served. */
  static List<String> addresses(NodeConfig config) {
    Set<VerticleType> absent = absent(config);
    return Arrays.stream(values())
        .filter(part -> !absent.contains(part))
        .flatMap(part -> Stream.of(part.address(), OperationClient.internalAddress(part.address())))
        .toList();
  }

  /** Checks that a setting names verticles with a schema only. */
  static void requireNames(Set<String> names, Setting setting) {
    List<String> known = Arrays.stream(values()).map(VerticleType::label).toList();
    names.stream()
        .filter(name -> !known.contains(name))
        .findFirst()
        .ifPresent(unknown -> {
          throw new CliException(
              "%s: there is no verticle %s; there are %s."
                  .formatted(setting.variable(), unknown, String.join(", ", known)));
        });
  }

  /**
   * Schemas of all verticles, regardless of the parts that a node runs: published functions grant
   * across schemas.
   */
  static List<Schema> schemas() {
    return Arrays.stream(values()).map(part -> part.schema).toList();
  }

  /**
   * Verticles of a node.
   *
   * @param hasGateway whether it also listens for HTTP
   */
  public record Selection(Set<VerticleType> parts, boolean hasGateway) {

    private static final String GATEWAY = "gateway";

    public static final Selection ALL = new Selection(EnumSet.allOf(VerticleType.class), true);

    /** The same without the verticles that the shop does without. */
    Selection in(NodeConfig config) {
      Set<VerticleType> current = EnumSet.noneOf(VerticleType.class);
      current.addAll(parts);
      current.removeAll(absent(config));
      return new Selection(current, hasGateway);
    }

    /** Names of its verticles, the gateway among them. */
    List<String> names() {
      Stream<String> domain = parts.stream().map(VerticleType::label);
      return (hasGateway ? Stream.concat(Stream.of(GATEWAY), domain) : domain).toList();
    }

    public static Selection of(List<String> names) {
      Set<VerticleType> parts = EnumSet.noneOf(VerticleType.class);
      boolean gateway = false;
      for (String name : names) {
        if (name.equals(GATEWAY)) {
          gateway = true;
        } else {
          parts.add(named(name));
        }
      }
      return new Selection(parts, gateway);
    }

    private static VerticleType named(String name) {
      return Arrays.stream(values())
          .filter(part -> part.label().equals(name))
          .findFirst()
          .orElseThrow(() ->
              new CliException("There is no verticle " + name + "; there are " + labels() + "."));
    }

    private static String labels() {
      return Arrays.stream(values())
          .map(VerticleType::label)
          .collect(Collectors.joining(", ", GATEWAY + ", ", ""));
    }
  }
}
