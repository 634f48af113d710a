package dev.tradewind.launcher.node;

import dev.tradewind.launcher.config.CliException;
import dev.tradewind.providers.fulfillment.FulfillmentProvider;
import dev.tradewind.providers.notification.NotificationProvider;
import dev.tradewind.providers.payment.PaymentProvider;
import dev.tradewind.providers.tax.TaxProvider;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plugins of a node: jars with providers and their libraries. One class loader has all jars of the
 * folder; its parent has the classes of Tradewind, which win over those of a jar.
 */
final class Plugins {

  private static final Logger LOG = LoggerFactory.getLogger(Plugins.class);

  private static final List<Class<?>> INTERFACES =
      List.of(
          PaymentProvider.class,
          FulfillmentProvider.class,
          TaxProvider.class,
          NotificationProvider.class);

  private Plugins() {}

  /**
   * The class loader of a folder's jars, by which {@link ServiceLoader} finds the providers.
   *
   * @throws CliException if a provider cannot be loaded
   */
  static ClassLoader load(Path folder) {
    URLClassLoader loader =
        new URLClassLoader("plugins", jars(folder), Plugins.class.getClassLoader());
    List<String> found = new ArrayList<>();
    for (Class<?> type : INTERFACES) {
      try {
        ServiceLoader.load(type, loader)
            .forEach(provider -> {
              if (provider.getClass().getClassLoader() == loader) {
                found.add(provider.getClass().getName());
              }
            });
      } catch (ServiceConfigurationError | LinkageError failure) {
        throw new CliException(
            "A plugin in " + folder + " cannot be loaded: " + failure.getMessage() + ".", failure);
      }
    }
    LOG.info("Loaded {} providers from {}: {}", found.size(), folder, String.join(", ", found));
    return loader;
  }

  private static URL[] jars(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      List<URL> jars = new ArrayList<>();
      for (Path file : files.filter(file -> file.toString().endsWith(".jar")).sorted().toList()) {
        jars.add(url(file));
      }
      return jars.toArray(URL[]::new);
    } catch (IOException unreadable) {
      throw new CliException("The folder of plugins " + folder + " cannot be read.", unreadable);
    }
  }

  private static URL url(Path file) throws MalformedURLException {
    return file.toUri().toURL();
  }
}
