package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.Browser;
import dev.tradewind.benchmarks.report.Page;
import dev.tradewind.embedded.Home;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Bytes on the wire of the catalog's main reads: plain, and in each content coding. */
@Command(
    name = "sizes",
    description =
        "Measure the catalog's reads plain and compressed, and write docs/reports/catalog-reads.md.",
    mixinStandardHelpOptions = true)
public final class ResponseSizes implements Callable<Integer> {

  private static final String BEGIN = "<!-- sizes: written by `./tradewind benchmark sizes` -->";
  private static final String END = "<!-- end of sizes -->";
  private static final int SAMPLES = 500;
  private static final int CATEGORIES = 12;

  @Option(names = "--keep-page", description = "Do not write the figures into the page.")
  private boolean keepsPage;

  ResponseSizes() {}

  /**
   * Length of a response's body, in bytes.
   *
   * @param read what the request asks for
   */
  public record Size(String read, int plain, int gzip, int zstd) {

    private String row() {
      return String.format(
          Locale.ROOT,
          "| %s | %,d | %,d (%.1f %%) | %,d (%.1f %%) |",
          read,
          plain,
          gzip,
          100.0 * gzip / plain,
          zstd,
          100.0 * zstd / plain);
    }
  }

  @Override
  public Integer call() throws Exception {
    Path folder = Home.folder().resolve(".tradewind").resolve("benchmark");
    try (BenchmarkEnvironment stage = BenchmarkEnvironment.alone(folder, SAMPLES, Map.of())) {
      stage.database("one").addCategories(CATEGORIES);
      String table = table(of(stage.ports("one")));
      System.out.printf("%n%s%n", table);
      if (!keepsPage) {
        new Page(
                Home.folder().resolve("docs").resolve("reports").resolve("catalog-reads.md"),
                BEGIN,
                END)
            .write(table);
      }
      return 0;
    }
  }

  /** The sizes of the reads of a shop that listens at that port. */
  public static List<Size> of(int port) throws IOException, InterruptedException {
    List<Size> sizes = new ArrayList<>();
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (Map.Entry<String, String> read : reads(new Browser(port)).entrySet()) {
        URI uri = URI.create("http://127.0.0.1:" + port + read.getValue());
        sizes.add(
            new Size(
                read.getKey(),
                length(client, uri, "identity"),
                length(client, uri, "gzip"),
                length(client, uri, "zstd")));
      }
    }
    return sizes;
  }

  /** A table of sizes in Markdown. */
  public static String table(List<Size> sizes) {
    return """
    | Response, bytes of its body | plain | gzip | zstd |
    |---|---:|---:|---:|
    %s
    """
        .formatted(String.join("\n", sizes.stream().map(Size::row).toList()));
  }

  /** Paths by what they ask for. */
  private static Map<String, String> reads(Browser browser) {
    String region = "region_id=" + browser.region().getString("id");
    String page = "/store/products?limit=12&" + region;
    List<JsonObject> products =
        new JsonObject(browser.get(page))
            .getJsonArray("products").stream().map(JsonObject.class::cast).toList();
    String variants =
        products.stream()
            .map(product -> product.getJsonArray("variants").getJsonObject(0).getString("id"))
            .collect(Collectors.joining(","));
    Map<String, String> reads = new LinkedHashMap<>();
    reads.put("12 products with prices", page);
    reads.put(
        "one product with prices",
        "/store/products/" + products.getFirst().getString("id") + "?" + region);
    reads.put("12 variants with prices", "/store/variants?ids=" + variants + "&" + region);
    reads.put("12 collections", "/store/collections?limit=12");
    reads.put("12 categories", "/store/product-categories?limit=12");
    reads.put("regions", "/store/regions");
    reads.put("shipping options of a region", "/store/shipping-options?" + region);
    return reads;
  }

  private static int length(HttpClient client, URI uri, String coding)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> answer =
        client.send(
            HttpRequest.newBuilder(uri).header("accept-encoding", coding).build(),
            BodyHandlers.ofByteArray());
    if (answer.statusCode() != 200) {
      throw new IOException(uri + " answered " + answer.statusCode());
    }
    return answer.body().length;
  }
}
