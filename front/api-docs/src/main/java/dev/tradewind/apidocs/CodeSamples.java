package dev.tradewind.apidocs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Samples of one request in curl, TypeScript, JavaScript, Python, PHP and Java. */
final class CodeSamples {

  /** Value of a header that is new in each request. */
  static final String NEW_KEY = "";

  private static final String LINE = "\n";
  private static final Pattern PYTHON_WORD =
      Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|true|false|null");
  private static final Map<String, String> PYTHON =
      Map.of("true", "True", "false", "False", "null", "None");

  /**
   * Request of a sample.
   *
   * @param headers by name; {@link #NEW_KEY} is a new value for each request
   * @param json body, on lines of its own; null without one
   * @param file field of a form with a file; null without one
   */
  record Request(
      String method,
      String url,
      Map<String, String> headers,
      @Nullable String json,
      @Nullable String file) {}

  /**
   * Request by the template of its path, for the typed client.
   *
   * @param path values by their names in the template
   */
  record TypedRequest(
      String method,
      String baseUrl,
      String template,
      Map<String, String> path,
      Map<String, String> query,
      Map<String, String> headers,
      @Nullable String json) {}

  private CodeSamples() {}

  static String curl(Request request) {
    List<String> parts = new ArrayList<>();
    boolean isPlain =
        request.method().equals("GET")
            || (request.method().equals("POST")
                && (request.json() != null || request.file() != null));
    parts.add("curl " + (isPlain ? "" : "-X " + request.method() + " ") + quoted(request.url()));
    request
        .headers()
        .forEach((name, value) ->
            parts.add(
                "-H "
                    + (value.equals(NEW_KEY)
                        ? "\"" + name + ": $(uuidgen)\""
                        : quoted(name + ": " + value))));
    if (request.json() != null) {
      parts.add("-H 'content-type: application/json'");
      parts.add("-d " + quoted(request.json()));
    }
    if (request.file() != null) {
      parts.add("-F '%s=@picture.png'".formatted(request.file()));
    }
    return String.join(" \\\n  ", parts);
  }

  /** Within single quotes the shell reads all but those. */
  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  static String javaScript(Request request) {
    List<String> headers = new ArrayList<>();
    request
        .headers()
        .forEach((name, value) ->
            headers.add(
                "%s: %s"
                    .formatted(
                        literal(name),
                        value.equals(NEW_KEY) ? "crypto.randomUUID()" : literal(value))));
    if (request.json() != null) {
      headers.add("\"content-type\": \"application/json\"");
    }
    List<String> options = new ArrayList<>();
    if (!request.method().equals("GET")) {
      options.add("method: %s,".formatted(literal(request.method())));
    }
    if (!headers.isEmpty()) {
      options.add("headers: {\n    " + String.join(",\n    ", headers) + "\n  },");
    }
    if (request.json() != null) {
      options.add("body: JSON.stringify(" + request.json().replace(LINE, "\n  ") + "),");
    }
    StringBuilder code = new StringBuilder();
    if (request.file() != null) {
      code.append("const form = new FormData();\n")
          .append("form.append(%s, file);\n".formatted(literal(request.file())));
      options.add("body: form,");
    }
    code.append("const response = await fetch(").append(literal(request.url()));
    if (!options.isEmpty()) {
      code.append(", {\n  ").append(String.join("\n  ", options)).append("\n}");
    }
    return code.append(");\nconsole.log(response.status, await response.text());").toString();
  }

  /** With {@code @tradewind/client}, which sends an idempotency key by itself. */
  static String typeScript(TypedRequest request) {
    List<String> client = new ArrayList<>(List.of("baseUrl: " + literal(request.baseUrl())));
    if (request.headers().containsKey("authorization")) {
      client.add("token: \"TOKEN\"");
    }
    if (request.headers().containsKey("x-publishable-api-key")) {
      client.add("publishableKey: \"KEY\"");
    }
    List<String> options = new ArrayList<>();
    addMembers(options, "path", request.path());
    addMembers(options, "query", request.query());
    if (request.json() != null) {
      options.add("body: " + request.json().replace(LINE, "\n  ") + ",");
    }
    String further = options.isEmpty() ? "" : ", {\n  " + String.join("\n  ", options) + "\n}";
    return """
    import { createClient } from "@tradewind/client";

    const shop = createClient({ %s });
    const answer = await shop.%s(%s%s);
    console.log(answer);\
    """
        .formatted(
            String.join(", ", client),
            request.method().toLowerCase(Locale.ROOT),
            literal(request.template()),
            further);
  }

  private static void addMembers(List<String> options, String name, Map<String, String> values) {
    if (!values.isEmpty()) {
      options.add(
          values.entrySet().stream()
              .map(value -> literal(value.getKey()) + ": " + literal(value.getValue()))
              .collect(Collectors.joining(", ", name + ": { ", " },")));
    }
  }

  /** Python 3 with requests. */
  static String python(Request request) {
    List<String> headers = new ArrayList<>();
    request
        .headers()
        .forEach((name, value) ->
            headers.add(
                literal(name)
                    + ": "
                    + (value.equals(NEW_KEY) ? "str(uuid.uuid4())" : literal(value))));
    StringBuilder code = new StringBuilder("import requests\n");
    if (request.headers().containsValue(NEW_KEY)) {
      code.append("import uuid\n");
    }
    code.append("\nresponse = requests.%s(\n".formatted(request.method().toLowerCase(Locale.ROOT)))
        .append("    %s,\n".formatted(literal(request.url())));
    if (!headers.isEmpty()) {
      code.append("    headers={" + String.join(", ", headers) + "},\n");
    }
    if (request.json() != null) {
      String json =
          PYTHON_WORD
              .matcher(request.json())
              .replaceAll(word ->
                  Matcher.quoteReplacement(PYTHON.getOrDefault(word.group(), word.group())));
      code.append("    json=" + json.replace(LINE, "\n    ") + ",\n");
    }
    if (request.file() != null) {
      code.append(
          "    files={%s: open(\"picture.png\", \"rb\")},\n".formatted(literal(request.file())));
    }
    return code.append(")\nprint(response.status_code, response.text)").toString();
  }

  /** PHP 8 with its own curl functions. */
  static String php(Request request) {
    List<String> headers = new ArrayList<>();
    request
        .headers()
        .forEach((name, value) ->
            headers.add(
                value.equals(NEW_KEY)
                    ? "'" + name + ": ' . bin2hex(random_bytes(16))"
                    : phpLiteral(name + ": " + value)));
    List<String> options = new ArrayList<>();
    if (!request.method().equals("GET")) {
      options.add("CURLOPT_CUSTOMREQUEST => " + phpLiteral(request.method()));
    }
    if (request.json() != null) {
      headers.add("'content-type: application/json'");
      options.add(
          "CURLOPT_POSTFIELDS => <<<'JSON'\n    "
              + request.json().replace(LINE, "\n    ")
              + "\n    JSON");
    }
    if (request.file() != null) {
      options.add(
          "CURLOPT_POSTFIELDS => [%s => new CURLFile('picture.png')]"
              .formatted(phpLiteral(request.file())));
    }
    if (!headers.isEmpty()) {
      options.add("CURLOPT_HTTPHEADER => [" + String.join(", ", headers) + "]");
    }
    options.add("CURLOPT_RETURNTRANSFER => true");
    return """
    $request = curl_init(%s);
    curl_setopt_array($request, [
        %s,
    ]);
    $body = curl_exec($request);
    echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $body;\
    """
        .formatted(phpLiteral(request.url()), String.join(",\n    ", options));
  }

  /** Within single quotes PHP replaces no variables. */
  private static String phpLiteral(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  /** Java 21. */
  static String java(Request request) {
    StringBuilder code = new StringBuilder();
    List<String> steps = new ArrayList<>();
    request
        .headers()
        .forEach((name, value) ->
            steps.add(
                ".header(%s, %s)"
                    .formatted(
                        literal(name),
                        value.equals(NEW_KEY) ? "UUID.randomUUID().toString()" : literal(value))));
    String body = "BodyPublishers.noBody()";
    if (request.json() != null) {
      steps.add(".header(\"content-type\", \"application/json\")");
      code.append("String body = ").append(textBlock(request.json())).append(";\n");
      body = "BodyPublishers.ofString(body)";
    } else if (request.file() != null) {
      steps.add(".header(\"content-type\", \"multipart/form-data; boundary=part\")");
      code.append(form(request.file()));
      body = "body";
    }
    switch (request.method()) {
      case "GET" -> {
        // The method of a request that names none.
      }
      case "POST" -> steps.add(".POST(" + body + ")");
      case "DELETE" ->
          steps.add(request.json() == null ? ".DELETE()" : ".method(\"DELETE\", " + body + ")");
      default -> steps.add(".method(%s, %s)".formatted(literal(request.method()), body));
    }
    return code.append("HttpRequest request = HttpRequest.newBuilder()\n")
        .append("    .uri(URI.create(%s))\n".formatted(literal(request.url())))
        .append(steps.stream().map(step -> "    " + step + LINE).collect(Collectors.joining()))
        .append("    .build();\n")
        .append("HttpResponse<String> response =\n")
        .append("    HttpClient.newHttpClient().send(request, BodyHandlers.ofString());\n")
        .append("System.out.println(response.statusCode() + \" \" + response.body());")
        .toString();
  }

  /** HttpClient has no forms of its own. */
  private static String form(String field) {
    return """
    String head = "--part\\r\\n"
        + "content-disposition: form-data; name=\\"%s\\"; filename=\\"picture.png\\"\\r\\n"
        + "content-type: image/png\\r\\n\\r\\n";
    BodyPublisher body = BodyPublishers.concat(
        BodyPublishers.ofString(head),
        BodyPublishers.ofFile(Path.of("picture.png")),
        BodyPublishers.ofString("\\r\\n--part--\\r\\n"));
    """
        .formatted(field);
  }

  private static String textBlock(String text) {
    String escaped = text.replace("\\", "\\\\").replace("\"\"\"", "\\\"\"\"");
    return "\"\"\"\n    " + escaped.replace(LINE, "\n    ") + "\"\"\"";
  }

  /** A literal of both languages. */
  private static String literal(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
