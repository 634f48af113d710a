package dev.tradewind.kernel.database;

import java.io.IOException;
import java.net.URL;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/** Class loader of migrations: the classes of the program, and the files of a plugin. */
final class MigrationFiles extends ClassLoader {

  private final ClassLoader plugin;

  MigrationFiles(ClassLoader plugin) {
    super(MigrationFiles.class.getClassLoader());
    this.plugin = plugin;
  }

  @Override
  protected @Nullable URL findResource(String name) {
    return plugin == getParent() ? null : plugin.getResource(name);
  }

  @Override
  protected Enumeration<URL> findResources(String name) throws IOException {
    return plugin == getParent() ? super.findResources(name) : plugin.getResources(name);
  }
}
