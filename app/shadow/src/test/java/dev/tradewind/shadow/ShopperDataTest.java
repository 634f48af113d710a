package dev.tradewind.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ShopperDataTest {

  private static final Pattern PATH_PARAMETER = Pattern.compile("\\{(.*?)}");

  private static final List<Operation> READS =
      Contract.load().operations(ApiSurface.STORE).stream()
          .filter(operation -> !operation.isWrite())
          .toList();

  private final ShopperData data = new ShopperData(Contract.load().operations());

  /** Resources of the catalog that its reads name: none of them is written by shoppers. */
  private static final Set<String> OF_THE_CATALOG =
      Set.of(
          "region_id",
          "discount_condition_id",
          "collection_id",
          "category_id",
          "type_id",
          "parent_category_id",
          "sales_channel_id");

  @Test
  void readsOfTheCatalogThatNameWhatShoppersWriteAreFound() {
    Set<String> found = new TreeSet<>();
    Set<String> others = new TreeSet<>();
    for (Operation read : READS) {
      if (!ShopperData.isShownBy(read)) {
        for (String parameter : parameters(read)) {
          if (data.names(parameter)) {
            found.add(read.id() + " " + parameter);
          } else if (parameter.endsWith("_id")) {
            others.add(parameter);
          }
        }
      }
    }

    assertThat(found)
        .containsExactly(
            "storeGetProduct cart_id",
            "storeGetVariant cart_id",
            "storeListProducts cart_id",
            "storeListVariants cart_id");
    assertThat(others).isSubsetOf(OF_THE_CATALOG);
  }

  @Test
  void aReadThatIsNotOfTheCatalogShowsWhatShoppersWrite() {
    assertThat(READS.stream().filter(ShopperData::isShownBy).map(Operation::id))
        .contains(
            "storeGetCart",
            "storeGetOrder",
            "storeGetOrderCart",
            "storeGetShippingOption",
            "storeGetSwap",
            "storeGetGiftCard",
            "storeGetOrderEdit",
            "storeGetPaymentCollection",
            "storeGetCustomerMe")
        .doesNotContain("storeListProducts", "storeListRegions", "storeListShippingOptions");
  }

  @Test
  void parametersAreFoundInAllForms() {
    assertThat(List.of("cart_id", "cart_id[]", "order_id", "customer_id", "payment_collection_id"))
        .allMatch(data::names);
    assertThat(List.of("id", "region_id", "product_id", "cart")).noneMatch(data::names);
  }

  private static Set<String> parameters(Operation read) {
    Set<String> names =
        PATH_PARAMETER
            .matcher(read.path())
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    if (read.query() != null) {
      names.addAll(read.query().getJsonObject("properties").fieldNames());
    }
    return names;
  }
}
