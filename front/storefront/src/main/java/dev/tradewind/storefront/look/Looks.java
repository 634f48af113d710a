package dev.tradewind.storefront.look;

import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.storefront.answer.Answer;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.design.ShopDesign;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Looks of the storefront by language, made once of each version of its content, which is known by
 * the entity tag of the reply that had it.
 */
public final class Looks {

  private final ShopDesign design;
  private volatile Known known;

  /** Content with its entity tag; an empty one before the first reply. */
  public static final class Known {

    private final String tag;
    private final Function<Language, Look> making;
    private final Map<String, Look> byLanguage = new ConcurrentHashMap<>();

    private Known(String tag, Function<Language, Look> making) {
      this.tag = tag;
      this.making = making;
    }

    /** Entity tags with which to ask for the content. */
    public List<String> tags() {
      return tag.isEmpty() ? List.of() : List.of(tag);
    }

    public Look in(Language language) {
      return byLanguage.computeIfAbsent(language.language(), absent -> making.apply(language));
    }
  }

  public Looks(ShopDesign design) {
    this.design = design;
    this.known = new Known("", language -> Look.unknown(design, language));
  }

  /** The content of the last reply. */
  public Known known() {
    return known;
  }

  /**
   * The content of a reply.
   *
   * @param asked content whose entity tag the call has named
   */
  public Known of(Known asked, Reply reply) {
    String tag = Objects.requireNonNull(reply.withEntityTag().entityTag());
    if (tag.equals(asked.tag)) {
      return asked;
    }
    Known read = new Known(tag, of(reply.body().toJsonObject()));
    known = read;
    return read;
  }

  /** The look of a draft, which no other visit shows. */
  public Look ofDraft(JsonObject content, Language language) {
    return of(content).apply(language);
  }

  private Function<Language, Look> of(JsonObject body) {
    var content = Answer.STOREFRONT.reader().apply(body);
    return language -> Look.of(design, content, language);
  }
}
