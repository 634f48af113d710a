package dev.tradewind.testing;

/** Kafka shared by the tests of this JVM. It does not create topics automatically. */
public final class TestKafka {

  private TestKafka() {}

  public static String bootstrapServers() {
    return TestServices.kafka();
  }
}
