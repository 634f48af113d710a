package dev.tradewind.storefront.visit;

import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Store API as the pages use it: the operations that a browser could call itself, on behalf of the
 * caller of the page, with the same checks.
 */
public interface StoreApi {

  /** Key of the page's data with the tag of its language. */
  String LANGUAGE = "language-of-page";

  /** Reply of an operation; a refusal is a reply too. */
  default Future<Reply> call(RoutingContext page, StoreCall call) {
    return call(page, call, List.of());
  }

  /**
   * Reply of an operation, without its body if that is a known one.
   *
   * @param knownTags entity tags of bodies that the page has
   */
  public Future<Reply> call(RoutingContext page, StoreCall call, List<String> knownTags);

  /** Reasons of refusals, as the contract has them. */
  public RefusalReasons reasons();

  /**
   * Widths and heights of images in the files of the shop.
   *
   * @param signed signed parts of their links; those of other files have no entry in the answer
   */
  public Future<Map<String, PictureSize>> measure(RoutingContext page, Set<String> signed);

  /**
   * Checks that a form comes from a page of this shop (CSRF).
   *
   * @throws dev.tradewind.kernel.operation.Problem if it does not
   */
  public void requireOwnOrigin(RoutingContext page);

  /** URL of the shop as the client knows it, without a slash at the end. */
  public String baseUrl(RoutingContext page);

  /** Path of the built-in files of pages, with a slash at the end. */
  public Future<String> fileRoot();

  /** Content security policy of pages without tags. */
  public String contentPolicy();

  /** Bytes of memory for rendered pages; 0: none are kept. */
  public long cacheBytes();

  /** Sends a rendered page, compressed and with an entity tag if it may be kept. */
  public void send(RoutingContext page, Reply reply);
}
