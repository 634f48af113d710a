package dev.tradewind.apidocs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Samples of one request in curl, JavaScript and Java. */
final class CodeSamples {

  /** Value of a header that is new in each request. */
  static final String NEW_KEY = "";

  private static final String LINE = "\n";

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
