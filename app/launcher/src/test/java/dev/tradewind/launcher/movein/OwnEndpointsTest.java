package dev.tradewind.launcher.movein;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.launcher.config.CliException;
import dev.tradewind.medusa.check.SourceCheck.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnEndpointsTest {

  @TempDir private Path shop;

  private void write(String file, String text) throws IOException {
    Path path = shop.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private Map<String, String> found() {
    return OwnEndpoints.in(shop, Contract.load()).stream()
        .collect(Collectors.toMap(Finding::subject, Finding::examples));
  }

  @Test
  void endpointsAreComparedWithTheOperations() throws IOException {
    write(
        "package.json",
        """
        {"dependencies": {"@medusajs/medusa": "1.20.11", "medusa-plugin-wishlist": "1.1.44",
          "medusa-file-s3": "1"}}
        """);
    write(
        "src/api/store/products/[id]/route.ts",
        "export async function GET(req, res) {}\nexport const POST = (req, res) => {}");
    write("src/api/store/loyalty/route.js", "exports.GET = GET;");
    write("src/api/store/loyalty/route.d.ts", "export declare const PUT: unknown;");
    write(
        "src/api/index.ts",
        """
        const router = Router()
        router.get("/store/products/featured", list)
        router.get("/admin/loyalty", list)
        router.use("/points/:token", cors())
        router.get("/points/:token", show)
        """);
    write(
        "src/api/routes/points.ts", "export default (router) => router.delete('/points', remove)");
    write("src/api/routes/chained.ts", "router.route('/store/chained').get(show)");
    write("dist/api/store/built/route.js", "exports.GET = GET;");
    write(
        "node_modules/medusa-plugin-wishlist/api/store/customers.js",
        """
        const route = express.Router();
        app.use("/store/customers", route);
        route.post("/:id/wishlist", bodyParser.json(), handler);
        route.get("/:id", handler);
        """);
    write("node_modules/@medusajs/medusa/dist/api/store/route.js", "exports.GET = GET;");

    assertThat(found())
        .isEqualTo(
            Map.of(
                "own endpoints in place of operations",
                "GET /store/products/featured (storeGetProduct),"
                    + " GET /store/products/{id} (storeGetProduct)",
                "own endpoints",
                "GET /admin/loyalty, GET /points/{token}, GET /store/loyalty, POST /store/products/{id},"
                    + " medusa-plugin-wishlist: GET /store/customers/{id},"
                    + " medusa-plugin-wishlist: POST /store/customers/{id}/wishlist",
                "endpoints whose path the code does not show",
                "medusa-file-s3: not installed, routes/chained.ts: .route('/store/chained'),"
                    + " routes/points.ts: DELETE /points"));
  }

  @Test
  void aShopWithoutEndpointsHasNoFinding() throws IOException {
    write("package.json", "{}");

    assertThat(OwnEndpoints.in(shop, Contract.load())).isEqualTo(List.of());
  }

  @Test
  void aFolderWithoutAShopIsRefused() {
    assertThatThrownBy(() -> OwnEndpoints.in(shop, Contract.load()))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("package.json");
  }
}
