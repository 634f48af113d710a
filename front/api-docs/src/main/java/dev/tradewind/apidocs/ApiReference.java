package dev.tradewind.apidocs;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The API as its pages show it: each surface with its operations in the order of their tasks.
 * Templates call what is public.
 *
 * @param operations of all surfaces by their path, in that order
 */
record ApiReference(List<Surface> surfaces, Map<String, Operation> operations) {

  /**
   * Surface of the API.
   *
   * @param conventions of all operations, in the words of the contract
   * @param signIn fields of the login by which a browser has a session
   * @param error properties of the body of every error
   */
  record Surface(
      String name,
      String title,
      String description,
      List<Term> conventions,
      List<Term> errors,
      List<SchemaRow> error,
      List<SchemaRow> signIn,
      List<Group> groups) {}

  /** Name with what the contract says about it. */
  record Term(String name, String description) {}

  /** Task with the resources that it needs, in order. */
  record Group(String name, List<Resource> resources) {

    public boolean has(Operation operation) {
      return resources.stream().anyMatch(resource -> resource.operations().contains(operation));
    }
  }

  record Resource(String name, String description, List<Operation> operations) {}

  /**
   * Operation of the contract.
   *
   * @param conditions of a call: permission, credentials, limits, idempotency
   * @param headers of a sample request, without values that are new in each request
   * @param file name of the field of an upload; null without one
   * @param request recorded body
   * @param events types of events that it causes
   */
  @RecordBuilder
  record Operation(
      String surface,
      String id,
      String method,
      String path,
      String summary,
      String description,
      String resource,
      boolean isDeprecated,
      List<Term> conditions,
      List<Parameter> parameters,
      Map<String, String> headers,
      List<SchemaRow> body,
      @Nullable String file,
      @Nullable String request,
      List<Response> responses,
      List<String> events) {

    public String url() {
      return "/docs/" + surface + "/" + id;
    }

    public List<Parameter> parametersIn(String place) {
      return parameters.stream().filter(parameter -> parameter.place().equals(place)).toList();
    }

    public List<SchemaRow> rowsIn(String place) {
      return parametersIn(place).stream().map(Parameter::row).toList();
    }

    /** The response of a success. */
    public Response answer() {
      return responses.getFirst();
    }

    public List<Response> errors() {
      return responses.subList(1, responses.size());
    }

    Stream<Refusal> refusals() {
      return responses.stream().flatMap(response -> response.refusals().stream());
    }
  }

  /**
   * Parameter of a request.
   *
   * @param place path, query or header
   * @param example value for a sample; empty where a sample does without
   */
  record Parameter(String place, SchemaRow row, String example) {

    public boolean isList() {
      return row.type().startsWith("list");
    }
  }

  /**
   * Response with a status.
   *
   * @param example recorded body; null if it has none
   * @param refusals errors of that status, which only an error has
   */
  record Response(
      String status,
      String description,
      String contentType,
      List<SchemaRow> rows,
      @Nullable String example,
      List<Refusal> refusals) {}

  /**
   * Error of an operation.
   *
   * @param code empty where the type says it all
   * @param message form of the message, by an example
   * @param remedy instruction for the client
   */
  record Refusal(String type, String code, String message, String remedy) {}

  Optional<Operation> find(String surface, String id) {
    return Optional.ofNullable(operations.get("/docs/" + surface + "/" + id));
  }

  /** Operations that cause events of a type. */
  List<Operation> causesOf(String event) {
    return operations.values().stream()
        .filter(operation -> operation.events().contains(event))
        .toList();
  }

  Surface surface(String name) {
    return surfaces.stream()
        .filter(surface -> surface.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Conventions of all surfaces, each once. */
  List<Term> conventions() {
    return surfaces.stream().flatMap(surface -> surface.conventions().stream()).distinct().toList();
  }

  List<Term> errors() {
    return surfaces.stream().flatMap(surface -> surface.errors().stream()).distinct().toList();
  }

  static Stream<Operation> operations(Surface surface) {
    return surface.groups().stream()
        .flatMap(group -> group.resources().stream())
        .flatMap(resource -> resource.operations().stream());
  }
}
