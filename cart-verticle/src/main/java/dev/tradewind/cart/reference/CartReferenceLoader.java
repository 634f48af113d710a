package dev.tradewind.cart.reference;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.discount.DiscountClient;
import dev.tradewind.api.discount.GiftCard;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.model.ShippingMethod;
import dev.tradewind.cart.tax.TaxService;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.totals.TaxRate;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Batch loader of the reference data of carts: one request per owner, all in parallel. An operation
 * reads the changes first; what is cached is current from then on.
 */
public final class CartReferenceLoader {

  private final ReferenceChanges changes;
  private final CartCaches caches;
  private final TaxService taxService;
  private final RegionReferences regions;
  private final SalesChannelReferences salesChannels;
  private final CustomerReferences customers;
  private final VariantReferences variants;
  private final ShippingOptionReferences shippingOptions;
  private final GiftCardReferences giftCards;
  private final TaxReferences taxes;

  public CartReferenceLoader(
      CatalogClient catalog,
      CustomerClient customers,
      DiscountClient discounts,
      ReferenceChanges changes,
      TaxService taxService) {
    this.changes = changes;
    this.caches = new CartCaches(changes.log());
    this.taxService = taxService;
    this.regions = new RegionReferences(catalog, caches);
    this.salesChannels = new SalesChannelReferences(catalog, caches);
    this.customers = new CustomerReferences(customers, caches);
    this.variants = new VariantReferences(catalog, caches);
    this.shippingOptions = new ShippingOptionReferences(catalog, caches);
    this.giftCards = new GiftCardReferences(discounts, caches);
    this.taxes = new TaxReferences(catalog, caches);
  }

  public RegionReferences regions() {
    return regions;
  }

  public SalesChannelReferences salesChannels() {
    return salesChannels;
  }

  public CustomerReferences customers() {
    return customers;
  }

  public VariantReferences variants() {
    return variants;
  }

  public ShippingOptionReferences shippingOptions() {
    return shippingOptions;
  }

  public GiftCardReferences giftCards() {
    return giftCards;
  }

  public TaxReferences taxes() {
    return taxes;
  }

  CartCaches caches() {
    return caches;
  }

  /** Waits until the cached references are current; each operation that uses them begins so. */
  public Future<Void> readChanges() {
    return changes.read();
  }

  /** The same, with the version of a cart; absent if there is no such cart. */
  public Future<OptionalLong> readChanges(String cartId) {
    return changes.read(cartId);
  }

  /** Position of the last change known to this node, for data that is read afterwards. */
  public long position() {
    return caches.log.position();
  }

  /** References for showing the cart. */
  public Future<CartReferences> cached(CallContext context, Cart cart) {
    return gather(context, cart)
        .compose(rendered ->
            taxService
                .cached(context, cart, rendered.region(), rendered.taxes())
                .map(due -> rendered.with(due)));
  }

  /**
   * References for placing an order: the region must be there still, and an answer of a tax
   * provider must be of this request.
   */
  public Future<CartReferences> fresh(CallContext context, Cart cart) {
    return gather(context, cart)
        .compose(rendered -> {
          RegionReferences.requireLive(rendered.region());
          return taxService
              .fresh(context, cart, rendered.region(), rendered.taxes())
              .map(due -> rendered.with(due));
        });
  }

  private Future<CartReferences> gather(CallContext context, Cart cart) {
    Set<String> productIds = ReferenceMaps.ids(cart.items(), LineItem::productId);
    Set<String> optionIds = optionIds(cart);
    Future<JsonObject> region = regions.find(context, cart.regionId());
    Future<Optional<JsonObject>> channel =
        salesChannels.findOptional(context, cart.salesChannelId());
    Future<Optional<JsonObject>> customer = customers.findOptional(context, cart.customerId());
    Future<Map<String, CatalogVariant>> found = variants.find(context, cart);
    Future<Map<String, GiftCard>> cards = giftCards.find(context, cart.giftCardIds());
    Future<Map<String, JsonObject>> options = shippingOptions.find(context, optionIds);
    Future<Map<TaxKey, List<TaxRate>>> rates =
        taxes.find(context, cart.regionId(), productIds, optionIds);
    return Future.all(List.of(region, channel, customer, found, options, cards, rates))
        .compose(all ->
            regions.countries(context, cart, region.result(), customer.result().orElse(null)))
        .map(countries ->
            new CartReferences(
                region.result(),
                channel.result().orElse(null),
                customer.result().orElse(null),
                VariantReferences.documents(found.result()),
                VariantReferences.offSale(found.result()),
                options.result(),
                cards.result(),
                TaxReferences.cartTaxes(region.result(), rates.result()),
                countries));
  }

  private static Set<String> optionIds(Cart cart) {
    return ReferenceMaps.ids(cart.shippingMethods(), ShippingMethod::shippingOptionId);
  }

  /** Preloads the references of these carts in one batch, so that showing each needs no request. */
  public Future<Void> prepare(CallContext context, List<Cart> carts) {
    List<Future<?>> lookups = new ArrayList<>();
    for (Set<Cart> ofChannel : byChannel(carts)) {
      lookups.add(
          variants.find(
              context,
              ofChannel.iterator().next().salesChannelId(),
              union(ofChannel, cart -> ReferenceMaps.ids(cart.items(), LineItem::variantId))));
    }
    lookups.add(giftCards.find(context, union(carts, cart -> Set.copyOf(cart.giftCardIds()))));
    lookups.add(shippingOptions.find(context, union(carts, CartReferenceLoader::optionIds)));
    lookups.add(customers.find(context, ReferenceMaps.ids(carts, Cart::customerId)));
    lookups.add(regions.find(context, ReferenceMaps.ids(carts, Cart::regionId)));
    carts.stream()
        .collect(Collectors.groupingBy(Cart::regionId))
        .forEach((regionId, ofRegion) ->
            lookups.add(
                taxes.find(
                    context,
                    regionId,
                    union(ofRegion, cart -> ReferenceMaps.ids(cart.items(), LineItem::productId)),
                    union(ofRegion, CartReferenceLoader::optionIds))));
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
}
