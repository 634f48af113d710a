package dev.tradewind.s3;

import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Setting;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/**
 * Settings of an S3 storage.
 *
 * @param bucket bucket of public files
 * @param privateBucket bucket of all others
 * @param keys access key and secret key as they are now: keys in files may have changed
 * @param hasPathStyle whether the bucket is in the path of a URL (MinIO), not in its host
 */
record S3Settings(
    URI endpoint,
    String region,
    String bucket,
    String privateBucket,
    Supplier<AwsCredentialsIdentity> keys,
    boolean hasPathStyle) {

  private static final Pattern URL = Pattern.compile("https?://[a-zA-Z0-9.-]+(:\\d{1,5})?/?");
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");

  static final String ENDPOINT = "TRADEWIND_S3_ENDPOINT";
  static final String REGION = "TRADEWIND_S3_REGION";
  static final String BUCKET = "TRADEWIND_S3_BUCKET";
  static final String PRIVATE_BUCKET = "TRADEWIND_S3_PRIVATE_BUCKET";
  static final String ACCESS_KEY = "TRADEWIND_S3_ACCESS_KEY";
  static final String SECRET_KEY = "TRADEWIND_S3_SECRET_KEY";
  static final String PATH_STYLE = "TRADEWIND_S3_PATH_STYLE";
  static final String PLAIN_TEXT = "TRADEWIND_S3_PLAIN_TEXT";

  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1");

  static final List<Setting> ALL =
      List.of(
          Setting.plain(ENDPOINT),
          Setting.plain(REGION),
          Setting.plain(BUCKET),
          Setting.plain(PRIVATE_BUCKET),
          Setting.secret(ACCESS_KEY),
          Setting.secret(SECRET_KEY),
          Setting.plain(PATH_STYLE),
          Setting.plain(PLAIN_TEXT));

  /**
   * Settings of a node; empty without any but the region and the style of URLs.
   *
   * @throws IllegalArgumentException if only some are given, or one is malformed
   */
  static Optional<S3Settings> of(PluginContext context) {
    if (Stream.of(ENDPOINT, BUCKET, PRIVATE_BUCKET, ACCESS_KEY, SECRET_KEY)
        .allMatch(name -> context.setting(name).isEmpty())) {
      return Optional.empty();
    }
    String region = context.setting(REGION).orElse("us-east-1");
    return Optional.of(
        new S3Settings(
            endpoint(context, region),
            region,
            bucket(context, BUCKET),
            bucket(context, PRIVATE_BUCKET),
            keys(context),
            isTrue(context, PATH_STYLE)));
  }

  private static URI endpoint(PluginContext context, String region) {
    String url = context.setting(ENDPOINT).orElse("https://s3." + region + ".amazonaws.com");
    if (!URL.matcher(url).matches()) {
      throw new IllegalArgumentException(
          ENDPOINT + " must be a URL such as https://s3.example.com:9000.");
    }
    URI endpoint = URI.create(url);
    if (context.isProduction()
        && endpoint.getScheme().equals("http")
        && !THIS_MACHINE.contains(endpoint.getHost())
        && !isTrue(context, PLAIN_TEXT)) {
      throw new IllegalArgumentException(
          ENDPOINT + " must be an https URL in production, or " + PLAIN_TEXT + " must be true.");
    }
    return endpoint;
  }

  /** A private file in a public bucket would be readable by all, so both buckets are named. */
  private static String bucket(PluginContext context, String setting) {
    String name = required(context, setting);
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          setting
              + " must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens.");
    }
    return name;
  }

  private static Supplier<AwsCredentialsIdentity> keys(PluginContext context) {
    required(context, ACCESS_KEY);
    required(context, SECRET_KEY);
    return () ->
        AwsCredentialsIdentity.create(required(context, ACCESS_KEY), required(context, SECRET_KEY));
  }

  private static boolean isTrue(PluginContext context, String setting) {
    return switch (context.setting(setting).orElse("false")) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(setting + " must be true or false.");
    };
  }

  private static String required(PluginContext context, String setting) {
    return context
        .setting(setting)
        .orElseThrow(
            () -> new IllegalArgumentException("The file storage on S3 needs " + setting + "."));
  }

  /** The secret stays out of logs. */
  @Override
  public String toString() {
    return "S3Settings of " + endpoint + ", buckets " + bucket + " and " + privateBucket;
  }
}
