package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.List;

/**
 * Query for resources of one kind by their ids, sent to the verticle that owns them.
 *
 * @param fields own fields to return beside the id
 */
public record ReferenceQuery(String kind, List<String> ids, List<String> fields) {

  private static final RecordCodec<ReferenceQuery> CODEC =
      RecordCodec.ofMessage(MethodHandles.lookup(), ReferenceQuery.class);

  public static ReferenceQuery parse(JsonObject json) {
    return CODEC.read(json);
  }

  public JsonObject toJson() {
    return CODEC.write(this);
  }
}
