package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.Browser;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Sizes of responses on the wire, plain and compressed, in bytes without headers. */
public final class WireSizes {

  private static final List<String> CODINGS = List.of("identity", "gzip", "zstd");

  private final Map<String, List<Integer>> sizes = new LinkedHashMap<>();

  WireSizes() {}

  /** Reads each catalog response of the sample shop once in each coding. */
  public static WireSizes measure(int port) {
    Browser browser = new Browser(port);
    String region = "region_id=" + browser.region().getString("id");
    Map<String, String> paths = new LinkedHashMap<>();
    paths.put("12 products with prices", "/store/products?limit=12&" + region);
    paths.put("one product with prices", "/store/products?limit=1&" + region);
    paths.put("12 variants with prices", "/store/variants?limit=12&" + region);
    paths.put("12 collections", "/store/collections?limit=12");
    paths.put("regions", "/store/regions");
    paths.put("shipping options of a region", "/store/shipping-options?" + region);
    WireSizes measured = new WireSizes();
    paths.forEach((what, path) ->
        measured.sizes.put(
            what, CODINGS.stream().map(coding -> browser.wireSize(path, coding)).toList()));
    return measured;
  }

  void add(String what, int plain, int gzip, int zstd) {
    sizes.put(what, List.of(plain, gzip, zstd));
  }

  String table() {
    return """
    | Bytes on the wire | plain | gzip | zstd |
    |---|---:|---:|---:|
    """
        + sizes.entrySet().stream()
            .map(row ->
                "| %s | %s |%n"
                    .formatted(
                        row.getKey(),
                        row.getValue().stream()
                            .map(size -> size(size, row.getValue().getFirst()))
                            .collect(Collectors.joining(" | "))))
            .collect(Collectors.joining());
  }

  private static String size(int bytes, int plain) {
    String number = String.format(Locale.ROOT, "%,d", bytes);
    return bytes == plain
        ? number
        : "%s (%d %%)".formatted(number, Math.round(100.0 * bytes / plain));
  }
}
