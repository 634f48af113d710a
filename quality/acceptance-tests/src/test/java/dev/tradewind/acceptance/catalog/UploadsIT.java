package dev.tradewind.acceptance.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Caller;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.TestIdentities;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** File uploads and downloads over HTTP. */
class UploadsIT {

  private static Storefront door;
  private static TestIdentities identities;
  private static CsvAdminClient office;

  @BeforeAll
  static void open() {
    Shop shop = Shop.shared();
    door = shop.storefront();
    identities = new TestIdentities(shop);
    office = new CsvAdminClient(door, identities.asUser());
  }

  @Test
  void aLargeFileIsDownloadedUnchanged() {
    String content = "0123456789abcdef".repeat(100_000) + "end";

    assertThat(office.download(office.upload(content))).isEqualTo(content);
  }

  @Test
  void aPublicFileIsReadableByItsLink() {
    Answer answer = door.upload("/admin/uploads", "for all", identities.asUser());
    JsonObject upload = answer.body().getJsonArray("uploads").getJsonObject(0);

    Answer file = door.follow(upload.getString("url"));

    assertThat(file.status()).isEqualTo(200);
    assertThat(file.text()).isEqualTo("for all");
    assertThat(file.header("content-type")).isEqualTo("text/csv; charset=utf-8");
    assertThat(file.header("content-disposition"))
        .isEqualTo("attachment; filename=\"products.csv\"");
    assertThat(file.header("x-content-type-options")).isEqualTo("nosniff");
    assertThat(door.follow(upload.getString("url") + "x").status()).isEqualTo(404);
  }

  @Test
  void onlyStaffUpload() {
    for (Caller caller :
        List.of(Caller.NOBODY, Caller.CUSTOMER_WITH_TOKEN, Caller.EXPIRED_SESSION)) {
      for (String path : List.of("/admin/uploads", "/admin/uploads/protected")) {
        assertThat(door.upload(path, "x".repeat(500_000), identities.headers(caller)).status())
            .as("%s %s", caller, path)
            .isEqualTo(401);
      }
    }
  }

  @Test
  void bodiesWithoutAMultipartFormAreRefused() {
    Answer json = office.send("POST", "/admin/uploads", new JsonObject().put("files", "a"));
    assertThat(json.status()).isEqualTo(400);
    assertThat(json.body().getString("message"))
        .isEqualTo("The body must be sent as multipart/form-data");
    Answer other =
        door.uploadAs("file", "/admin/uploads", "x".repeat(400_000), identities.asUser());
    assertThat(other.status()).isEqualTo(400);
    assertThat(other.body().getString("message")).isEqualTo("property file should not exist");
  }
}
