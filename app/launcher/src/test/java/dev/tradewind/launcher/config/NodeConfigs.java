package dev.tradewind.launcher.config;

import java.util.EnumMap;
import java.util.Map;

/** Configurations of nodes from their settings. */
final class NodeConfigs {

  static final Map<Setting, String> PRODUCTION =
      Map.of(
          Setting.ENV, "production",
          Setting.DATABASE_URL, "postgresql://shop:secret@db:5432/shop?sslmode=require",
          Setting.KAFKA_PLAIN_TEXT, "true",
          Setting.KAFKA_BOOTSTRAP, "kafka:9092",
          Setting.ADMIN_EMAIL, "owner@example.com",
          Setting.ADMIN_PASSWORD, "of our own",
          Setting.JWT_KEYS, "first:" + "k".repeat(32),
          Setting.CLUSTER_NAME, "shop",
          Setting.HTTP_PLAIN_TEXT, "true");

  static Map<Setting, String> production(Setting setting, String value) {
    Map<Setting, String> settings = new EnumMap<>(PRODUCTION);
    settings.put(setting, value);
    return settings;
  }

  static NodeConfig configOf(Map<Setting, String> settings) {
    return NodeConfig.of(new Settings(settings));
  }
}
