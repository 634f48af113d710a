package dev.tradewind.testing;

/** The one Kafka that the tests of this JVM share. It makes no topic by itself. */
public final class TestKafka {

  private TestKafka() {}

  public static String bootstrapServers() {
    return TestServices.kafka();
  }
}
