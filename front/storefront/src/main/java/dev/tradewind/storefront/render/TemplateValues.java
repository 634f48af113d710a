package dev.tradewind.storefront.render;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values of a template: the components of records by their names. */
public final class TemplateValues {

  private static final ClassValue<RecordComponent[]> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
          RecordComponent[] components = type.getRecordComponents();
          for (RecordComponent component : components) {
            component.getAccessor().setAccessible(true);
          }
          return components;
        }
      };

  private TemplateValues() {}

  /** In the order of the components. */
  public static Map<String, @Nullable Object> of(Record content) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    try {
      for (RecordComponent component : COMPONENTS.get(content.getClass())) {
        values.put(component.getName(), component.getAccessor().invoke(content));
      }
    } catch (ReflectiveOperationException failure) {
      throw new IllegalStateException("The content of a page cannot be read", failure);
    }
    return values;
  }
}
