package dev.tradewind.kernel.outbox;

import io.vertx.kafka.client.serialization.BufferSerializer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Connection settings of Kafka and settings of the published records.
 *
 * @param bootstrapServers host:port, several separated by commas
 * @param clientProperties properties of Kafka's clients, such as TLS and SASL, with their names
 * @param topicPrefix beginning of all topic names in Kafka
 * @param partitions of created topics; null: the number that each topic has
 * @param replicationFactor of created topics; null: the default of the Kafka cluster
 * @param source CloudEvents source of the events
 */
public record KafkaConfig(
    String bootstrapServers,
    Map<String, String> clientProperties,
    String topicPrefix,
    @Nullable Integer partitions,
    @Nullable Short replicationFactor,
    String source) {

  public static final String DEFAULT_SOURCE = "/tradewind";

  /** Time limit of one call before it fails in the relay. */
  private static final String CALL_MILLIS = "5000";

  private static final Set<String> ENCRYPTED =
      Set.of(SecurityProtocol.SSL.name, SecurityProtocol.SASL_SSL.name);

  /** The guarantees of the outbox rest on these; the servers are a setting of their own. */
  private static final Map<String, String> FIXED =
      Map.of(
          ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
          StringSerializer.class.getName(),
          ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
          BufferSerializer.class.getName(),
          ProducerConfig.ACKS_CONFIG,
          "all",
          // Records that expire one by one would let later ones of their key pass. The publisher
          // gives up all of them together.
          ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
          Integer.toString(Integer.MAX_VALUE),
          ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
          "true",
          // A broker accepts any sequence of a producer that it does not know yet: of two requests
          // the second could be written although the first is to be sent again.
          ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
          "1");

  /** Not to be given either: partitions follow the keys, and no transaction is ever begun. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
          AdminClientConfig.BOOTSTRAP_CONTROLLERS_CONFIG,
          ProducerConfig.PARTITIONER_CLASS_CONFIG,
          ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG,
          ProducerConfig.TRANSACTIONAL_ID_CONFIG);

  private static final Map<String, String> PROPERTIES =
      Stream.concat(ProducerConfig.configNames().stream(), AdminClientConfig.configNames().stream())
          .distinct()
          .collect(Collectors.toUnmodifiableMap(KafkaConfig::variable, name -> name));

  public KafkaConfig {
    clientProperties = Map.copyOf(clientProperties);
  }

  /** A Kafka without encryption and login, and topics as they are named. */
  public static KafkaConfig of(String bootstrapServers) {
    return new KafkaConfig(bootstrapServers, Map.of(), "", null, null, DEFAULT_SOURCE);
  }

  public KafkaConfig withBootstrapServers(String servers) {
    return new KafkaConfig(
        servers, clientProperties, topicPrefix, partitions, replicationFactor, source);
  }

  /** The same Kafka with other properties of its clients. */
  public KafkaConfig withClientProperties(Map<String, String> properties) {
    return new KafkaConfig(
        bootstrapServers, properties, topicPrefix, partitions, replicationFactor, source);
  }

  /** A property in the form of an environment variable: {@code SECURITY_PROTOCOL}. */
  private static String variable(String property) {
    return property.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  /** The property of Kafka's clients with that name in the form of an environment variable. */
  public static Optional<String> clientProperty(String variable) {
    return Optional.ofNullable(PROPERTIES.get(variable));
  }

  /** Whether the property has a value that no setting changes. */
  public static boolean isFixed(String property) {
    return FIXED.containsKey(property) || LEFT_OUT.contains(property);
  }

  /** Whether all connections are encrypted. */
  public boolean requiresTls() {
    return ENCRYPTED.contains(
        clientProperties
            .getOrDefault(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "")
            .toUpperCase(Locale.ROOT));
  }

  /** The name of a topic in Kafka. */
  String topic(String name) {
    return topicPrefix + name;
  }

  Map<String, String> producerProperties() {
    Map<String, String> properties = new HashMap<>();
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, CALL_MILLIS);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, CALL_MILLIS);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, "2");
    // The broker limits the records of each topic.
    properties.put(
        ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(Topic.MAX_COMPACTED_BYTES));
    addClientProperties(properties, ProducerConfig.configNames());
    properties.putAll(FIXED);
    return properties;
  }

  public Map<String, String> adminProperties() {
    Map<String, String> properties = new HashMap<>();
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, CALL_MILLIS);
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, CALL_MILLIS);
    addClientProperties(properties, AdminClientConfig.configNames());
    return properties;
  }

  Map<String, String> consumerProperties() {
    Map<String, String> properties = new HashMap<>();
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    addClientProperties(properties, ConsumerConfig.configNames());
    return properties;
  }

  private void addClientProperties(Map<String, String> properties, Set<String> known) {
    properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    clientProperties.forEach((name, value) -> {
      if (known.contains(name) && !isFixed(name)) {
        properties.put(name, value);
      }
    });
  }

  /**
   * Checks that clients can be made of the properties: values, certificates and login. Does not
   * connect.
   *
   * @throws IllegalArgumentException with a sentence for the operator
   */
  public void requireUsable() {
    try {
      new ProducerConfig(Map.copyOf(producerProperties()));
      Admin.create(Map.copyOf(adminProperties())).close();
    } catch (KafkaException unusable) {
      throw new IllegalArgumentException(explained(unusable), unusable);
    }
  }

  private String explained(Throwable failure) {
    List<String> messages = new ArrayList<>();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      messages.add(String.valueOf(cause.getMessage()));
    }
    // The parser of this property repeats parts of it, perhaps of the password.
    boolean isLogin = messages.stream().anyMatch(message -> message.contains("JAAS"));
    if (isLogin && clientProperties.containsKey(SaslConfigs.SASL_JAAS_CONFIG)) {
      return SaslConfigs.SASL_JAAS_CONFIG
          + " is malformed; it looks like org.apache.kafka.common.security.plain.PlainLoginModule"
          + " required username=\"...\" password=\"...\";";
    }
    return messages.subList(Math.max(0, messages.size() - 2), messages.size()).stream()
        .distinct()
        .collect(Collectors.joining(": "));
  }

  /** Secrets stay out of logs. */
  @Override
  public String toString() {
    return bootstrapServers;
  }
}
