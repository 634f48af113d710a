package dev.tradewind.providers.plugin;

import dev.tradewind.spi.Plugin;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the plugins of a node: those on its class path, and those of a folder. There a jar is a
 * plugin, and so is a folder of jars: a plugin with its libraries. Each has a class loader of its
 * own.
 */
public final class PluginLoader {

  private static final String JAR = ".jar";

  private PluginLoader() {}

  /**
   * Plugins of the class path and of the folder.
   *
   * @param folder of plugins, or the jar of one; null: none
   * @throws IllegalArgumentException if one cannot be loaded, with a sentence that names it
   */
  public static List<Plugin> find(@Nullable Path folder) {
    List<Plugin> plugins =
        new ArrayList<>(load(PluginLoader.class.getClassLoader(), "The class path"));
    if (folder != null && Files.isRegularFile(folder)) {
      plugins.addAll(load(folder, List.of(folder)));
    } else if (folder != null) {
      for (Path each : contents(folder)) {
        if (Files.isDirectory(each)) {
          plugins.addAll(load(each, contents(each)));
        } else if (each.toString().endsWith(JAR)) {
          plugins.addAll(load(each, List.of(each)));
        }
      }
    }
    return plugins;
  }

  private static List<Plugin> load(Path plugin, List<Path> files) {
    List<URL> jars =
        files.stream()
            .filter(file -> file.toString().endsWith(JAR))
            .map(PluginLoader::url)
            .toList();
    if (jars.isEmpty()) {
      return List.of();
    }
    // Open as long as the node runs: its classes are loaded when they are first used.
    ClassLoader loader = new PluginClassLoader(String.valueOf(plugin.getFileName()), jars);
    List<Plugin> found = load(loader, "The plugin " + plugin);
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "The plugin %s names no %s. A plugin with libraries is a folder of jars."
              .formatted(plugin, Plugin.class.getName()));
    }
    return found;
  }

  private static List<Plugin> load(ClassLoader loader, String source) {
    try {
      return ServiceLoader.load(Plugin.class, loader).stream()
          .map(ServiceLoader.Provider::get)
          .toList();
    } catch (ServiceConfigurationError | LinkageError failure) {
      throw new IllegalArgumentException(
          source + " cannot be loaded: " + failure.getMessage() + ".", failure);
    }
  }

  private static List<Path> contents(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(
          "The folder of plugins " + folder + " cannot be read.", unreadable);
    }
  }

  private static URL url(Path file) {
    try {
      return file.toUri().toURL();
    } catch (MalformedURLException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
