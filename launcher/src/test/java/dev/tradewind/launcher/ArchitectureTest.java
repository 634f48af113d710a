package dev.tradewind.launcher;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;

@AnalyzeClasses(packages = "dev.tradewind", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String[] VERTICLES = {
    "gateway", "catalog", "customer", "discount", "cart", "order", "batch"
  };

  @ArchTest static final ArchRule verticlesMeetOnlyThroughContracts = whoMayKnowWhom();

  private static LayeredArchitecture whoMayKnowWhom() {
    LayeredArchitecture layers =
        layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("dev.tradewind..")
            .layer("kernel")
            .definedBy("dev.tradewind.kernel..")
            .layer("model")
            .definedBy("dev.tradewind.api..")
            .layer("providers")
            .definedBy("dev.tradewind.providers..")
            .layer("embedded")
            .definedBy("dev.tradewind.embedded..")
            .layer("launcher")
            .definedBy("dev.tradewind.launcher..")
            .whereLayer("kernel")
            .mayNotAccessAnyLayer()
            .whereLayer("model")
            .mayOnlyAccessLayers("kernel")
            .whereLayer("providers")
            .mayOnlyAccessLayers("kernel", "model")
            .whereLayer("embedded")
            .mayNotAccessAnyLayer()
            .whereLayer("launcher")
            .mayNotBeAccessedByAnyLayer();
    for (String verticle : VERTICLES) {
      layers =
          layers
              .layer(verticle)
              .definedBy("dev.tradewind." + verticle + "..")
              .whereLayer(verticle)
              .mayOnlyAccessLayers("kernel", "model", "providers");
    }
    return layers.ensureAllClassesAreContainedInArchitectureIgnoring(
        "dev.tradewind.testing..", "dev.tradewind.broker..");
  }
}
