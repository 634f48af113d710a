package dev.tradewind.spi.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.tradewind.spi.payment.PaymentNotice;
import dev.tradewind.spi.payment.PaymentProvider;
import io.vertx.core.json.JsonObject;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Defects of a payment provider that the contract finds, each by a test of its own. */
class PaymentServiceContractTest {

  private static Defect defect;

  /** The contract with the defective provider; only the tests here run it. */
  static final class Subject extends PaymentNoticeContract {

    private final DefectivePaymentProvider provider = new DefectivePaymentProvider(defect);

    @Override
    protected PaymentProvider provider() {
      return provider;
    }

    @Override
    protected JsonObject pay(JsonObject session) {
      return provider.pay(session);
    }

    @Override
    protected JsonObject decline(JsonObject session) {
      return session.copy().put("declined", true);
    }

    @Override
    protected Money money(JsonObject data) {
      return provider.money(data);
    }

    @Override
    protected Supplier<List<PaymentNotice>> notice(JsonObject data) {
      return provider.notice(data);
    }

    @Override
    protected void disturb(ServiceFault fault) {
      provider.disturb(fault);
    }

    @Override
    protected void restore() {
      provider.disturb(null);
    }
  }

  @Test
  void aProviderWithoutDefectPasses() {
    defect = null;

    TestExecutionSummary summary = run(selectClass(Subject.class));

    assertThat(summary.getFailures()).isEmpty();
    assertThat(summary.getTestsSucceededCount()).isGreaterThan(50);
  }

  @ParameterizedTest
  @EnumSource
  void aDefectIsFoundByItsTest(Defect current) {
    defect = current;

    TestExecutionSummary summary = run(selectMethod(Subject.class, test(current.test())));

    assertThat(summary.getTestsFoundCount()).isPositive();
    assertThat(summary.getFailures())
        .isNotEmpty()
        .allMatch(failure -> failure.getException() instanceof AssertionError);
  }

  @Test
  void everyTestFindsADefect() {
    Set<String> finding =
        Arrays.stream(Defect.values()).map(Defect::test).collect(Collectors.toSet());

    assertThat(tests()).extracting(Method::getName).isSubsetOf(finding);
  }

  private static Method test(String name) {
    return tests().stream().filter(test -> test.getName().equals(name)).findFirst().orElseThrow();
  }

  private static List<Method> tests() {
    return Arrays.stream(Subject.class.getMethods())
        .filter(method ->
            method.isAnnotationPresent(Test.class)
                || method.isAnnotationPresent(ParameterizedTest.class))
        .toList();
  }

  private static TestExecutionSummary run(DiscoverySelector tests) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(LauncherDiscoveryRequestBuilder.request().selectors(tests).build(), listener);
    return listener.getSummary();
  }
}
