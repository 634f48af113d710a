package dev.tradewind.acceptance.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.TestDatabase;
import dev.tradewind.testing.TestKafka;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code start --plugin PATH --watch}: builds of a plugin are loaded into the demo as they end. */
class WatchIT {

  private static final String PLUGIN =
      """
      package com.example;

      import dev.tradewind.spi.*;
      import io.vertx.core.Future;
      import java.util.List;

      public final class GreetingPlugin implements Plugin {

        public String name() {
          return "greeting";
        }

        public Future<List<Provider>> start(PluginContext context) {
          return Future.succeededFuture(List.of());
        }

        public boolean isOnForRoutes() {
          return true;
        }

        public List<Route> routes() {
          return List.of(
              Route.open(
                  "GET",
                  "PATH",
                  request -> Future.succeededFuture(RouteResponse.text(200, "TEXT"))));
        }
      }
      """;

  @TempDir private Path folder;

  private final int port = FreePorts.find();
  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void eachBuildIsLoadedAndAWrongOneIsReported() throws Exception {
    Files.createFile(folder.resolve("pom.xml"));
    try (NodeProcess node =
        NodeProcess.command(environment(), "start", "--plugin", folder.toString(), "--watch")) {
      node.awaitThat(() -> node.prints("There is no plugin in " + folder.resolve("target/plugin")));

      build("/greeting/hello", "one");
      node.awaitThat(() -> node.prints("Loaded " + folder.resolve("target/plugin")));
      assertThat(greeting()).isEqualTo("one");

      build("/store/products", "two");
      node.awaitThat(() -> node.output().contains("requests of the operation storeListProducts"));
      assertThat(node.output()).doesNotContain("\tat ");

      build("/greeting/hello", "three");
      node.awaitThat(() -> node.output().split("\nLoaded ", -1).length == 3);
      assertThat(greeting()).isEqualTo("three");
      assertThat(node.stop()).isZero();
    }
  }

  private String greeting() throws Exception {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/greeting/hello"))
                .build(),
            BodyHandlers.ofString());
    return answer.body();
  }

  private void build(String path, String text) throws Exception {
    new Shell(folder)
        .buildPlugin(
            "com.example.GreetingPlugin",
            PLUGIN.replace("PATH", path).replace("TEXT", text),
            "target/plugin/greeting.jar");
  }

  private Map<String, String> environment() {
    return new HashMap<>(
        Map.of(
            "TRADEWIND_DATABASE_URL",
            TestDatabase.create().url(),
            "TRADEWIND_KAFKA_BOOTSTRAP",
            TestKafka.bootstrapServers(),
            "TRADEWIND_DATA_DIR",
            folder.resolve("data").toString(),
            "TRADEWIND_HTTP_PORT",
            Integer.toString(port),
            "TRADEWIND_CLUSTER_PORT",
            Integer.toString(FreePorts.find())));
  }
}
