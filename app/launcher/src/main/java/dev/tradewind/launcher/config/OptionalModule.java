package dev.tradewind.launcher.config;

/** Part of the class path that an installation for production, such as the image, leaves out. */
public enum OptionalModule {

  /** Binaries of the embedded PostgreSQL and Kafka. */
  EMBEDDED_SERVICES(
      "io.zonky.test.db.postgres.embedded.EmbeddedPostgres",
      "Embedded services are not included in this installation: set %s and %s."
          .formatted(Setting.DATABASE_URL.variable(), Setting.KAFKA_BOOTSTRAP.variable())),

  /** The demo shop and the generator of sample data. */
  SAMPLES(
      "dev.tradewind.sample.DemoShop",
      "The demo shop and sample data are not included in this installation."),

  /** The Stripe test server. */
  STRIPE_TEST_SERVER(
      "dev.tradewind.stripe.testserver.StripeTestServer",
      "The Stripe test server is not included in this installation.");

  private final String type;
  private final String absence;

  OptionalModule(String type, String absence) {
    this.type = type;
    this.absence = absence;
  }

  public boolean isIncluded() {
    try {
      Class.forName(type, false, OptionalModule.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }

  /**
   * @throws CliException if the module is not included
   */
  public void require() {
    if (!isIncluded()) {
      throw new CliException(absence);
    }
  }
}
