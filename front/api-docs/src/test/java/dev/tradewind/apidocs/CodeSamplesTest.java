package dev.tradewind.apidocs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tradewind.apidocs.ApiReference.Operation;
import dev.tradewind.apidocs.ApiReference.Parameter;
import dev.tradewind.apidocs.ApiReference.Response;
import dev.tradewind.gateway.contract.Contract;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CodeSamplesTest {

  private static final String URL = "https://shop.example/store/carts";

  static Stream<Arguments> requests() {
    return Stream.of(
        arguments(
            "a read",
            request("GET", Map.of(), null),
            "curl '" + URL + "'",
            "const response = await fetch(\"" + URL + "\");",
            ".uri(URI.create(\"" + URL + "\"))\n    .build();"),
        arguments(
            "a deletion",
            request("DELETE", Map.of(), null),
            "curl -X DELETE '" + URL + "'",
            "method: \"DELETE\",",
            "    .DELETE()\n"),
        arguments(
            "a deletion with a body",
            request("DELETE", Map.of(), "{\n  \"ids\": [ ]\n}"),
            "curl -X DELETE '%s' \\\n  -H 'content-type: application/json' \\\n  -d '{"
                .formatted(URL),
            "body: JSON.stringify({\n    \"ids\": [ ]\n  }),",
            ".method(\"DELETE\", BodyPublishers.ofString(body))"),
        arguments(
            "a write without a body",
            request("POST", Map.of(), null),
            "curl -X POST '" + URL + "'",
            "method: \"POST\",",
            ".POST(BodyPublishers.noBody())"),
        arguments(
            "a quote in the body, for the shell",
            request("POST", Map.of(), "{\"note\": \"it's\"}"),
            "-d '{\"note\": \"it'\\''s\"}'",
            "JSON.stringify({\"note\": \"it's\"})",
            "{\"note\": \"it's\"}\"\"\""),
        arguments(
            "a backslash and quotes in the body, for Java",
            request("POST", Map.of(), "{\"note\": \"a \\\"b\\\" \\n\", \"empty\": \"\"}"),
            "-d '{\"note\": \"a \\\"b\\\" \\n\", \"empty\": \"\"}'",
            "{\"note\": \"a \\\"b\\\" \\n\", \"empty\": \"\"}",
            "    {\"note\": \"a \\\\\"b\\\\\" \\\\n\", \"empty\": \"\"}\"\"\";"),
        arguments(
            "a credential",
            request("GET", Map.of("authorization", "Bearer TOKEN"), null),
            "-H 'authorization: Bearer TOKEN'",
            "\"authorization\": \"Bearer TOKEN\"",
            ".header(\"authorization\", \"Bearer TOKEN\")"),
        arguments(
            "a key that each request makes anew",
            request("POST", Map.of("Idempotency-Key", CodeSamples.NEW_KEY), null),
            "-H \"Idempotency-Key: $(uuidgen)\"",
            "\"Idempotency-Key\": crypto.randomUUID()",
            ".header(\"Idempotency-Key\", UUID.randomUUID().toString())"),
        arguments(
            "a file",
            new CodeSamples.Request("POST", URL, Map.of(), null, "files"),
            "curl '" + URL + "' \\\n  -F 'files=@picture.png'",
            "form.append(\"files\", file);",
            "name=\\\"files\\\"; filename=\\\"picture.png\\\"\\r\\n\""));
  }

  private static CodeSamples.Request request(
      String method, Map<String, String> headers, @Nullable String json) {
    return new CodeSamples.Request(method, URL, headers, json, null);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("requests")
  void aRequestInEachLanguage(
      String name, CodeSamples.Request request, String curl, String javaScript, String java) {
    assertThat(CodeSamples.curl(request)).contains(curl);
    assertThat(CodeSamples.javaScript(request)).contains(javaScript);
    assertThat(CodeSamples.java(request)).contains(java);
  }

  @Test
  void theAddressHasTheParametersOfPathAndQuery() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("x-publishable-api-key", "KEY");
    Operation operation =
        ApiReferenceOperationBuilder.builder()
            .surface("store")
            .id("storeGetOne")
            .method("GET")
            .path("/store/things/{id}/parts/{part_id}")
            .summary("Get One")
            .description("")
            .resource("Things")
            .conditions(List.of())
            .parameters(
                List.of(
                    parameter("path", "id", "thing 1/2"),
                    parameter("path", "part_id", "PART_ID"),
                    parameter("query", "email", "ada+1@example.com"),
                    parameter("query", "limit", "")))
            .headers(headers)
            .body(List.of())
            .responses(
                List.of(new Response("200", "It.", "application/json", List.of(), null, List.of())))
            .events(List.of())
            .build();

    assertThat(ReferencePages.samples(operation, "https://shop.example").getFirst().code())
        .isEqualTo(
            "curl 'https://shop.example/store/things/thing%201%2F2/parts/PART_ID"
                + "?email=ada%2B1%40example.com' \\\n  -H 'x-publishable-api-key: KEY'");
  }

  @Test
  void aRequestWithTheTypedClientNamesItsPath() {
    assertThat(
            CodeSamples.typeScript(
                new CodeSamples.TypedRequest(
                    "POST",
                    "https://shop.example",
                    "/admin/orders/{id}/refund",
                    Map.of("id", "order_1"),
                    Map.of("expand", "refunds"),
                    Map.of("authorization", "Bearer TOKEN"),
                    "{\n  \"amount\": 500\n}")))
        .isEqualTo(
            """
            import { createClient } from "@tradewind/client";

            const shop = createClient({ baseUrl: "https://shop.example", token: "TOKEN" });
            const answer = await shop.post("/admin/orders/{id}/refund", {
              path: { "id": "order_1" },
              query: { "expand": "refunds" },
              body: {
                "amount": 500
              },
            });
            console.log(answer);\
            """);
  }

  @Test
  void aBodyHasTheWordsOfPythonAndTheQuotesOfPhp() {
    CodeSamples.Request request =
        request(
            "POST",
            Map.of("Idempotency-Key", CodeSamples.NEW_KEY),
            "{\"note\": \"null $a\", \"is\": true, \"no\": null}");

    assertThat(CodeSamples.python(request))
        .contains(
            "import uuid",
            "requests.post(",
            "{\"Idempotency-Key\": str(uuid.uuid4())}",
            "json={\"note\": \"null $a\", \"is\": True, \"no\": None},");
    assertThat(CodeSamples.php(request))
        .contains(
            "CURLOPT_CUSTOMREQUEST => 'POST'",
            "<<<'JSON'\n    {\"note\": \"null $a\"",
            "'Idempotency-Key: ' . bin2hex(random_bytes(16))");
  }

  @Test
  void everySampleInJavaCompiles(@TempDir Path folder) throws IOException {
    Contract contract = Contract.load();
    Map<String, JsonObject> documents = new LinkedHashMap<>();
    contract
        .surfaces()
        .forEach(surface -> documents.put(surface, contract.document(surface).toJsonObject()));
    StringBuilder code =
        new StringBuilder(
            """
            import java.net.*;
            import java.net.http.*;
            import java.net.http.HttpRequest.*;
            import java.net.http.HttpResponse.*;
            import java.nio.file.*;
            import java.util.*;
            class Samples {
            """);
    ReferenceReader.read(documents)
        .operations()
        .values()
        .forEach(operation ->
            code.append("void %s() throws Exception {%n".formatted(operation.id()))
                .append(ReferencePages.samples(operation, "https://shop.example").getLast().code())
                .append("\n}\n"));
    Path file = Files.writeString(folder.resolve("Samples.java"), code.append('}'));
    ByteArrayOutputStream messages = new ByteArrayOutputStream();

    ToolProvider.getSystemJavaCompiler()
        .run(null, messages, messages, "--release", "21", "-d", folder.toString(), file.toString());

    assertThat(messages.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  private static Parameter parameter(String place, String name, String example) {
    return new Parameter(
        place,
        new SchemaRow(name, "string", true, false, List.of(), List.of(), "", List.of()),
        example);
  }
}
