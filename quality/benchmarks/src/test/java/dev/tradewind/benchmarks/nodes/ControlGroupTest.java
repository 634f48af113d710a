package dev.tradewind.benchmarks.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of control groups, in a folder that looks like {@code /sys/fs/cgroup}. */
class ControlGroupTest {

  @TempDir private Path root;

  @Test
  void aQuotaOfVersionOneIsOfItsPeriod() throws Exception {
    Path controller = Files.createDirectories(root.resolve("cpu"));

    ControlGroup group = ControlGroup.create(root, "node-1");

    Path folder = controller.resolve("node-1");
    assertThat(folder.resolve("cpu.cfs_quota_us")).hasContent("-1");
    group.setQuota(0.15);
    assertThat(folder.resolve("cpu.cfs_period_us")).hasContent("20000");
    assertThat(folder.resolve("cpu.cfs_quota_us")).hasContent("3000");
    assertThat(group.wrapper()).endsWith(folder.resolve("cgroup.procs").toString());
    group.removeQuota();
    assertThat(folder.resolve("cpu.cfs_quota_us")).hasContent("-1");
  }

  @Test
  void aQuotaOfVersionTwoIsOneLine() throws Exception {
    Files.writeString(root.resolve("cgroup.controllers"), "cpuset cpu io memory");

    ControlGroup group = ControlGroup.create(root, "node-1");

    Path folder = root.resolve("node-1");
    assertThat(root.resolve("cgroup.subtree_control")).hasContent("+cpu");
    assertThat(folder.resolve("cpu.max")).hasContent("max 20000");
    group.setQuota(2);
    assertThat(folder.resolve("cpu.max")).hasContent("40000 20000");
    assertThat(group.wrapper()).endsWith(folder.resolve("cgroup.procs").toString());
  }
}
