import com.example.admin.ApiClient;
import com.example.admin.api.AuthApi;
import com.example.admin.api.AuthApi.*;
import com.example.admin.api.OrdersApi;
import com.example.admin.api.OrdersApi.*;
import com.example.admin.api.ProductVariantsApi;
import com.example.admin.api.ProductVariantsApi.*;
import com.example.admin.api.ProductsApi;
import com.example.admin.api.ProductsApi.*;
import com.example.admin.model.*;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

/** A day of staff with a client of openapi-generator: java StaffDay URL EMAIL PASSWORD ORDER. */
class StaffDay {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    String token =
        new AuthApi(client)
            .adminIssueToken(
                APIAdminIssueTokenRequest.newBuilder()
                    .adminLogInRequest(
                        new AdminLogInRequest().email(arguments[1]).password(arguments[2]))
                    .build())
            .getAccessToken();
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    OrdersApi orders = new OrdersApi(client);
    ProductVariantsApi variants = new ProductVariantsApi(client);

    String id = arguments[3];
    LineItemSummary line =
        orders
            .adminListOrders(
                APIAdminListOrdersRequest.newBuilder()
                    .email("ada@example.com")
                    .paymentStatus(List.of("awaiting"))
                    .fulfillmentStatus(List.of("not_fulfilled"))
                    .createdAt(new DateComparison().gte(OffsetDateTime.now().minusDays(1)))
                    .build())
            .getOrders()
            .stream()
            .filter(each -> each.getId().equals(id))
            .findFirst()
            .orElseThrow()
            .getItems()
            .getFirst();
    orders.adminCaptureOrder(APIAdminCaptureOrderRequest.newBuilder().id(id).build());
    Order packed =
        orders
            .adminFulfillmentOrder(
                APIAdminFulfillmentOrderRequest.newBuilder()
                    .id(id)
                    .adminFulfillmentOrderRequest(
                        new AdminFulfillmentOrderRequest()
                            .items(
                                List.of(
                                    new AdminFulfillmentOrderRequestItemsInner()
                                        .itemId(line.getId())
                                        .quantity(line.getQuantity()))))
                    .build())
            .getOrder();
    orders.adminShipmentOrder(
        APIAdminShipmentOrderRequest.newBuilder()
            .id(id)
            .adminShipmentOrderRequest(
                new AdminShipmentOrderRequest()
                    .fulfillmentId(packed.getFulfillments().getFirst().getId())
                    .trackingNumbers(List.of("JD014600003SE")))
            .build());
    orders.adminRefundOrder(
        APIAdminRefundOrderRequest.newBuilder()
            .id(id)
            .idempotencyKey(UUID.randomUUID().toString())
            .adminRefundOrderRequest(new AdminRefundOrderRequest().amount(500).reason("other"))
            .build());

    APIAdminGetVariantRequest read =
        APIAdminGetVariantRequest.newBuilder().id(line.getVariantId()).build();
    ProductVariant variant = variants.adminGetVariant(read).getVariant();
    int stock = variant.getInventoryQuantity();
    new ProductsApi(client)
        .adminUpdateProductVariant(
            APIAdminUpdateProductVariantRequest.newBuilder()
                .id(variant.getProductId())
                .variantId(variant.getId())
                .changedVariant(new ChangedVariant().inventoryQuantity(stock + 10))
                .build());
    ProductVariant restocked = variants.adminGetVariant(read).getVariant();

    Order order =
        orders.adminGetOrder(APIAdminGetOrderRequest.newBuilder().id(id).build()).getOrder();
    System.out.printf(
        "%s, %s, %d refunded, %s, %d added to the stock, %d of %d prices kept%n",
        order.getPaymentStatus(),
        order.getFulfillmentStatus(),
        order.getRefundedTotal(),
        order.getFulfillments().getFirst().getTrackingLinks().getFirst().getTrackingNumber(),
        restocked.getInventoryQuantity() - stock,
        restocked.getPrices().size(),
        variant.getPrices().size());
  }
}
