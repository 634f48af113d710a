package dev.tradewind.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BuildTest {

  /** The placeholders of the file are filled in. */
  @Test
  void theBuildNamesItsVersionAndCommit() {
    Build build = Build.current();

    assertThat(build.version()).matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
    assertThat(build.commit()).matches("unknown|[0-9a-f]{7,40}");
  }
}
