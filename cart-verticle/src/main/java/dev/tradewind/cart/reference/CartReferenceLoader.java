package dev.tradewind.cart.reference;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.catalog.ApplicableTaxRates;
import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.ShippingOptionQuery;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.api.customer.CustomerChangeKind;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.discount.DiscountChangeKind;
import dev.tradewind.api.discount.DiscountClient;
import dev.tradewind.api.discount.GiftCard;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartDiscount;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.model.ShippingMethod;
import dev.tradewind.cart.tax.CartTaxes;
import dev.tradewind.cart.tax.TaxService;
import dev.tradewind.kernel.changelog.Dependencies;
import dev.tradewind.kernel.changelog.FreshCache;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.totals.TaxRate;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Batch loader of the reference data of carts: one request per owner, all in parallel. An operation
 * reads the changes first; what is cached is current from then on.
 */
public final class CartReferenceLoader {

  private static final String PRODUCT = "product:";
  private static final String OPTION = "option:";

  /** Cache key of the owner's default. */
  private static final String DEFAULT = "";

  private final CatalogClient catalog;
  private final CustomerClient customers;
  private final DiscountClient discounts;
  private final ReferenceChanges changes;
  private final CartCaches caches;
  private final TaxService taxes;

  public CartReferenceLoader(
      CatalogClient catalog,
      CustomerClient customers,
      DiscountClient discounts,
      ReferenceChanges changes,
      TaxService taxes) {
    this.catalog = catalog;
    this.customers = customers;
    this.discounts = discounts;
    this.changes = changes;
    this.caches = new CartCaches(changes.log());
    this.taxes = taxes;
  }

  /** Waits until the cached references are current; each operation that uses them begins so. */
  public Future<Void> readChanges() {
    return changes.read();
  }

  /** The same, with the version of a cart; absent if there is no such cart. */
  public Future<OptionalLong> readChanges(String cartId) {
    return changes.read(cartId);
  }

  /**
   * All that the cart shows of these references; absent if that is more than the logs cover, such
   * as the answer of a tax provider.
   */
  public static @Nullable Dependencies dependencies(Cart cart, CartReferences references) {
    JsonObject customer = references.customer();
    boolean isOfProvider =
        references.region().getString("tax_provider_id") != null && cart.input() == null;
    if (isOfProvider || (cart.customerId() != null && customer == null)) {
      return null;
    }
    boolean isUnknown =
        !references.variants().keySet().containsAll(ids(cart.items(), LineItem::variantId));
    Set<String> productIds = ids(cart.items(), LineItem::productId);
    Dependencies shown =
        (isUnknown ? CartCaches.SHOWN.and(CatalogChangeKind.PRODUCT) : CartCaches.SHOWN)
            .with(CatalogChangeKind.PRODUCT, productIds)
            .with(CatalogChangeKind.STOCK, productIds)
            .with(CustomerChangeKind.CUSTOMER, Stream.ofNullable(cart.customerId()).toList())
            .with(
                DiscountChangeKind.DISCOUNT,
                cart.discounts().stream().map(CartDiscount::id).toList())
            .with(DiscountChangeKind.GIFT_CARD, cart.giftCardIds());
    for (GiftCard card : references.giftCards().values()) {
      shown = card.isExpired() ? shown : shown.until(card.endsAt());
    }
    return shown;
  }

  /** Position of the last change known to this node, for data that is read afterwards. */
  public long position() {
    return caches.log.position();
  }

  CartCaches caches() {
    return caches;
  }

  /** Removes the personal data of customers from memory. */
  public void clearCustomers() {
    caches.clearCustomers();
  }

  /** References for showing the cart. */
  public Future<CartReferences> cached(CallContext context, Cart cart) {
    return gather(context, cart)
        .compose(shown ->
            taxes.cached(context, cart, shown.region(), shown.taxes()).map(due -> shown.with(due)));
  }

  /**
   * References for placing an order: the region must be there still, and an answer of a tax
   * provider must be of this request.
   */
  public Future<CartReferences> fresh(CallContext context, Cart cart) {
    return gather(context, cart)
        .compose(shown -> {
          requireLive(shown.region());
          return taxes
              .fresh(context, cart, shown.region(), shown.taxes())
              .map(due -> shown.with(due));
        });
  }

  /** Preloads the references of these carts in one batch, so that showing each needs no request. */
  public Future<Void> prepare(CallContext context, List<Cart> carts) {
    List<Future<?>> lookups = new ArrayList<>();
    for (Set<Cart> ofChannel : byChannel(carts)) {
      lookups.add(
          variants(
              context,
              ofChannel.iterator().next().salesChannelId(),
              union(ofChannel, cart -> ids(cart.items(), LineItem::variantId))));
    }
    lookups.add(
        giftCards(context, List.copyOf(union(carts, cart -> Set.copyOf(cart.giftCardIds())))));
    lookups.add(
        shippingOptions(
            context,
            union(carts, cart -> ids(cart.shippingMethods(), ShippingMethod::shippingOptionId))));
    lookups.add(
        caches.customers.get(
            ids(carts, Cart::customerId),
            missing -> customers.findCustomers(context, missing).map(CartReferenceLoader::byId)));
    lookups.add(
        caches.regions.get(
            ids(carts, Cart::regionId),
            missing ->
                catalog.findRegionsWithDeleted(context, missing).map(CartReferenceLoader::byId)));
    carts.stream()
        .collect(Collectors.groupingBy(Cart::regionId))
        .forEach((regionId, ofRegion) ->
            lookups.add(
                taxes(
                    context,
                    regionId,
                    union(ofRegion, cart -> ids(cart.items(), LineItem::productId)),
                    union(
                        ofRegion,
                        cart -> ids(cart.shippingMethods(), ShippingMethod::shippingOptionId)))));
    return Future.all(lookups).mapEmpty();
  }

  private static Collection<Set<Cart>> byChannel(List<Cart> carts) {
    return carts.stream()
        .collect(
            Collectors.groupingBy(
                cart -> String.valueOf(cart.salesChannelId()), Collectors.toSet()))
        .values();
  }

  private static Set<String> union(Collection<Cart> carts, Function<Cart, Set<String>> ids) {
    return carts.stream().flatMap(cart -> ids.apply(cart).stream()).collect(Collectors.toSet());
  }

  /** Region with its countries and providers, for a change of a cart; 404 if it was deleted. */
  public Future<JsonObject> liveRegion(CallContext context, String id) {
    return region(context, id).map(CartReferenceLoader::requireLive);
  }

  /** Region of a cart without one. */
  public Future<JsonObject> defaultRegion(CallContext context) {
    return only(caches.regions, () -> catalog.findDefaultRegion(context));
  }

  /** Sales channel with that id, else of the publishable key, else the store's default. */
  public Future<JsonObject> salesChannel(
      CallContext context, @Nullable String id, @Nullable String publishableKey) {
    if (publishableKey != null) {
      return catalog.findSalesChannel(context, id, publishableKey);
    }
    return id == null
        ? only(caches.salesChannels, () -> catalog.findSalesChannel(context, null))
        : caches
            .salesChannels
            .get(
                List.of(id),
                missing ->
                    catalog
                        .findSalesChannel(context, id)
                        .map(List::of)
                        .map(CartReferenceLoader::byId))
            .compose(found -> {
              JsonObject channel = found.get(id);
              // A cached absence has no problem of its own: the owner answers with it.
              return channel == null
                  ? catalog.findSalesChannel(context, id)
                  : Future.succeededFuture(channel);
            });
  }

  private static Future<JsonObject> only(
      FreshCache<JsonObject> cache, Supplier<Future<JsonObject>> lookup) {
    return cache
        .get(List.of(DEFAULT), missing -> lookup.get().map(found -> Map.of(DEFAULT, found)))
        .map(found -> Objects.requireNonNull(found.get(DEFAULT)));
  }

  /**
   * Caches a customer, as embedded in responses.
   *
   * @param position before the customer was read
   */
  public void cacheCustomer(long position, JsonObject customer) {
    caches.customers.put(position, customer.getString("id"), customer);
  }

  /** Variants cached by earlier requests, with the stock of the channel. */
  Map<String, JsonObject> known(@Nullable String channelId, Collection<String> variantIds) {
    return caches
        .variants
        .known(variantIds.stream().map(id -> variantKey(channelId, id)).toList())
        .values()
        .stream()
        .collect(Collectors.toMap(CatalogVariant::id, CatalogVariant::document));
  }

  /**
   * Quotes of these variants cached by earlier requests on the same terms, by id of the variant.
   */
  Map<String, VariantQuote> knownQuotes(String terms, Collection<String> variantIds) {
    return caches
        .quotes
        .known(variantIds.stream().map(id -> terms + ' ' + id).toList())
        .values()
        .stream()
        .collect(Collectors.toMap(VariantQuote::variantId, Function.identity()));
  }

  /** Caches a quote that was read after the position. */
  void cacheQuote(long position, String terms, VariantQuote quote) {
    caches.quotes.put(position, terms + ' ' + quote.variantId(), quote);
  }

  /** Tax rates of these shipping options in the cart's region. */
  public Future<CartTaxes> taxesOfOptions(
      CallContext context, JsonObject region, Collection<String> optionIds) {
    return taxes(context, region.getString("id"), List.of(), optionIds)
        .map(rates -> cartTaxes(region, rates));
  }

  /** Shipping option with that id, if there is one. */
  public Future<Optional<JsonObject>> shippingOption(CallContext context, String id) {
    return shippingOptions(context, Set.of(id)).map(found -> Optional.ofNullable(found.get(id)));
  }

  private Future<Map<String, JsonObject>> shippingOptions(CallContext context, Set<String> ids) {
    return caches.shippingOptions.get(
        ids,
        missing ->
            catalog
                .findShippingOptions(context, ShippingOptionQuery.byIds(missing))
                .map(CartReferenceLoader::byId));
  }

  /** Caches variants of another response about the channel, read after the position. */
  void cacheVariants(long position, @Nullable String channelId, List<JsonObject> variants) {
    variants.stream()
        .map(CatalogVariant::of)
        .forEach(
            variant -> caches.variants.put(position, variantKey(channelId, variant.id()), variant));
  }

  /** Channels have their own stock of a variant. */
  private static String variantKey(@Nullable String channelId, String id) {
    return channelId + ' ' + id;
  }

  /** Caches gift cards of another response, read after the position. */
  public void rememberGiftCards(long position, List<GiftCard> cards) {
    cards.forEach(card -> caches.giftCards.put(position, card.id(), card));
  }

  /** Variants of the cart's line items, by id. */
  public Future<Map<String, CatalogVariant>> variants(CallContext context, Cart cart) {
    return variants(context, cart.salesChannelId(), ids(cart.items(), LineItem::variantId));
  }

  private Future<Map<String, CatalogVariant>> variants(
      CallContext context, @Nullable String channelId, Set<String> ids) {
    String prefix = variantKey(channelId, "");
    return caches
        .variants
        .get(
            ids.stream().map(id -> prefix + id).toList(),
            missing ->
                catalog
                    .findVariantsOfChannel(context, channelId, named(missing, prefix))
                    .map(found ->
                        found.stream()
                            .map(CatalogVariant::of)
                            .collect(
                                Collectors.toMap(
                                    variant -> prefix + variant.id(),
                                    Function.identity(),
                                    (a, b) -> a))))
        .map(found ->
            found.values().stream()
                .collect(Collectors.toMap(CatalogVariant::id, Function.identity())));
  }

  private Future<Map<String, GiftCard>> giftCards(CallContext context, List<String> ids) {
    return caches.giftCards.get(ids, missing -> presentGiftCards(context, missing));
  }

  private Future<Map<String, GiftCard>> presentGiftCards(CallContext context, List<String> ids) {
    return ids.isEmpty()
        ? Future.succeededFuture(Map.of())
        : discounts
            .findGiftCards(context, ids)
            .map(cards ->
                cards.stream().collect(Collectors.toMap(GiftCard::id, Function.identity())));
  }

  private Future<CartReferences> gather(CallContext context, Cart cart) {
    Set<String> productIds = ids(cart.items(), LineItem::productId);
    Set<String> optionIds = ids(cart.shippingMethods(), ShippingMethod::shippingOptionId);
    Future<JsonObject> region = region(context, cart.regionId());
    Future<Optional<JsonObject>> channel = channel(context, cart.salesChannelId());
    Future<Optional<JsonObject>> customer = customer(context, cart.customerId());
    Future<Map<String, CatalogVariant>> variants = variants(context, cart);
    Future<Map<String, GiftCard>> cards = giftCards(context, cart.giftCardIds());
    Future<Map<String, JsonObject>> options = shippingOptions(context, optionIds);
    Future<Map<String, List<TaxRate>>> taxes =
        taxes(context, cart.regionId(), productIds, optionIds);
    return Future.all(List.of(region, channel, customer, variants, options, cards, taxes))
        .compose(all -> countries(context, cart, region.result(), customer.result().orElse(null)))
        .map(countries ->
            new CartReferences(
                region.result(),
                channel.result().orElse(null),
                customer.result().orElse(null),
                documents(variants.result()),
                offSale(variants.result()),
                options.result(),
                cards.result(),
                cartTaxes(region.result(), taxes.result()),
                countries));
  }

  /** Countries of the addresses; those of the region have come with it. */
  private Future<Map<String, JsonObject>> countries(
      CallContext context, Cart cart, JsonObject region, @Nullable JsonObject customer) {
    Set<String> codes = new HashSet<>();
    addCode(codes, cart.billingAddress());
    addCode(codes, cart.shippingAddress());
    JsonObject billing = customer == null ? null : customer.getJsonObject("billing_address");
    if (billing != null && billing.getString("country_code") != null) {
      codes.add(billing.getString("country_code"));
    }
    Map<String, JsonObject> found = new HashMap<>();
    for (Object each : region.getJsonArray("countries", new JsonArray())) {
      JsonObject country = (JsonObject) each;
      if (codes.remove(country.getString("iso_2"))) {
        found.put(country.getString("iso_2"), country);
      }
    }
    return caches
        .countries
        .get(
            codes,
            missing ->
                catalog
                    .findCountries(context, missing)
                    .map(countries ->
                        countries.stream()
                            .collect(
                                Collectors.toMap(
                                    country -> country.getString("iso_2"), Function.identity()))))
        .map(abroad -> {
          found.putAll(abroad);
          return found;
        });
  }

  private static void addCode(Set<String> codes, @Nullable Address address) {
    if (address != null && address.countryCode() != null) {
      codes.add(address.countryCode());
    }
  }

  private static Set<String> offSale(Map<String, CatalogVariant> variants) {
    return variants.values().stream()
        .filter(variant -> !variant.isOnSale())
        .map(CatalogVariant::id)
        .collect(Collectors.toSet());
  }

  private static Map<String, JsonObject> documents(Map<String, CatalogVariant> variants) {
    Map<String, JsonObject> documents = HashMap.newHashMap(variants.size());
    variants.forEach((id, variant) -> documents.put(id, variant.document()));
    return documents;
  }

  /** Region that a cart names; a deleted one has the time of its deletion. */
  public Future<JsonObject> region(CallContext context, String id) {
    return caches
        .regions
        .get(
            List.of(id),
            missing ->
                catalog.findRegionsWithDeleted(context, missing).map(CartReferenceLoader::byId))
        .map(regions -> {
          JsonObject region = regions.get(id);
          if (region == null) {
            throw regionNotFound(id);
          }
          return region;
        });
  }

  private static JsonObject requireLive(JsonObject region) {
    if (region.getValue("deleted_at") != null) {
      throw regionNotFound(region.getString("id"));
    }
    return region;
  }

  private static ProblemException regionNotFound(String id) {
    return new Problem.NotFound("Region with " + id + " was not found").toException();
  }

  private Future<Optional<JsonObject>> channel(CallContext context, @Nullable String id) {
    if (id == null) {
      return Future.succeededFuture(Optional.empty());
    }
    return caches
        .salesChannels
        .get(
            List.of(id),
            missing ->
                catalog
                    .findSalesChannel(context, id)
                    .map(List::of)
                    .map(CartReferenceLoader::byId)
                    .recover(failure ->
                        // A sales channel deleted since is shown as null.
                        failure instanceof ProblemException expected
                                && expected.problem() instanceof Problem.NotFound
                            ? Future.succeededFuture(Map.of())
                            : Future.failedFuture(failure)))
        .map(found -> Optional.ofNullable(found.get(id)));
  }

  private Future<Optional<JsonObject>> customer(CallContext context, @Nullable String id) {
    if (id == null) {
      return Future.succeededFuture(Optional.empty());
    }
    return caches
        .customers
        .get(
            List.of(id),
            missing -> customers.findCustomers(context, missing).map(CartReferenceLoader::byId))
        .map(found -> Optional.ofNullable(found.get(id)));
  }

  private Future<Map<String, List<TaxRate>>> taxes(
      CallContext context,
      String regionId,
      Collection<String> productIds,
      Collection<String> optionIds) {
    Set<String> keys = new HashSet<>();
    productIds.forEach(id -> keys.add(regionId + PRODUCT + id));
    optionIds.forEach(id -> keys.add(regionId + OPTION + id));
    return caches
        .taxRates
        .get(
            keys,
            missing ->
                catalog
                    .findTaxRates(
                        context,
                        regionId,
                        named(missing, regionId + PRODUCT),
                        named(missing, regionId + OPTION))
                    .map(rates -> linked(missing, regionId, rates)))
        .map(found -> {
          Map<String, List<TaxRate>> unprefixed = new HashMap<>();
          found.forEach((key, linked) -> unprefixed.put(key.substring(regionId.length()), linked));
          return unprefixed;
        });
  }

  private static Map<String, List<TaxRate>> linked(
      List<String> keys, String regionId, ApplicableTaxRates rates) {
    Map<String, List<TaxRate>> linked = new HashMap<>();
    // Keys without linked rates are cached too: the rate of the region applies there.
    for (String key : keys) {
      String target = key.substring(regionId.length());
      linked.put(
          key,
          target.startsWith(PRODUCT)
              ? rates.products().getOrDefault(target.substring(PRODUCT.length()), List.of())
              : rates.shippingOptions().getOrDefault(target.substring(OPTION.length()), List.of()));
    }
    return linked;
  }

  private static CartTaxes cartTaxes(JsonObject region, Map<String, List<TaxRate>> linked) {
    return new CartTaxes(CartTaxes.regionRate(region), part(linked, PRODUCT), part(linked, OPTION));
  }

  private static Map<String, List<TaxRate>> part(Map<String, List<TaxRate>> linked, String prefix) {
    return linked.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(prefix))
        .collect(
            Collectors.toMap(
                entry -> entry.getKey().substring(prefix.length()), Map.Entry::getValue));
  }

  private static List<String> named(List<String> keys, String prefix) {
    return keys.stream()
        .filter(key -> key.startsWith(prefix))
        .map(key -> key.substring(prefix.length()))
        .toList();
  }

  private static <T> Set<String> ids(List<T> elements, Function<T, @Nullable String> id) {
    return elements.stream().map(id).filter(Objects::nonNull).collect(Collectors.toSet());
  }

  private static Map<String, JsonObject> byId(List<JsonObject> rows) {
    return rows.stream()
        .collect(Collectors.toMap(row -> row.getString("id"), row -> row, (a, b) -> a));
  }
}
