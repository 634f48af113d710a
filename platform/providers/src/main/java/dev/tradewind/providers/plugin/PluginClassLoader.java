package dev.tradewind.providers.plugin;

import dev.tradewind.spi.Plugin;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/**
 * Class loader of a plugin: shares the SPI with the types that it names, and nothing else with the
 * node, so that a plugin has its own versions of its libraries.
 */
final class PluginClassLoader extends URLClassLoader {

  /** Packages of the SPI, and of the libraries whose types it has. */
  private static final List<String> SHARED =
      List.of(
          "dev.tradewind.spi.",
          "io.vertx.core.",
          "io.vertx.ext.web.client.",
          "io.vertx.ext.auth.",
          "io.vertx.uritemplate.",
          "io.vertx.sqlclient.",
          "io.micrometer.",
          "io.netty.",
          "org.jspecify.",
          "org.slf4j.");

  private final ClassLoader node = Plugin.class.getClassLoader();

  PluginClassLoader(String name, List<URL> jars) {
    super(name, jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (SHARED.stream().anyMatch(name::startsWith)) {
      return node.loadClass(name);
    }
    return super.loadClass(name, resolve);
  }
}
