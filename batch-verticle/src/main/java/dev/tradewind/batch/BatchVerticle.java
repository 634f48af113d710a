package dev.tradewind.batch;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.api.catalog.BulkClient;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.retention.DataLimits;
import dev.tradewind.batch.csv.ImportUniquenessStore;
import dev.tradewind.batch.file.FileMover;
import dev.tradewind.batch.file.FileService;
import dev.tradewind.batch.file.FileStorages;
import dev.tradewind.batch.file.FileStore;
import dev.tradewind.batch.file.PostgresFileStore;
import dev.tradewind.batch.image.ImageSizer;
import dev.tradewind.batch.image.ImageTaskStore;
import dev.tradewind.batch.job.BatchJobService;
import dev.tradewind.batch.job.EndedJobCleaner;
import dev.tradewind.batch.job.JobStore;
import dev.tradewind.batch.job.JobType;
import dev.tradewind.batch.job.JobWorker;
import dev.tradewind.batch.order.OrderExport;
import dev.tradewind.batch.pricelist.PriceListImport;
import dev.tradewind.batch.product.ProductExport;
import dev.tradewind.batch.product.ProductImport;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.queue.QueueFacts;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.spi.file.FileStorage;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Verticle of batch jobs: owns the batch schema, serves its operations and runs the job workers.
 */
public final class BatchVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("batch");

  private static final Duration UPLOAD_CLEANUP_INTERVAL = Duration.ofMinutes(1);

  private final SigningKeys linkKeys;
  private final DataLimits limits;
  private final @Nullable FileStorage storage;
  private @Nullable JobWorker worker;

  /**
   * @param linkKeys keys that sign links to files
   */
  public BatchVerticle(NodeContext node, SigningKeys linkKeys) {
    this(node, linkKeys, DataLimits.DEFAULT, null);
  }

  /**
   * @param linkKeys keys that sign links to files
   * @param storage storage of files beside the database; absent: the database alone
   */
  public BatchVerticle(
      NodeContext node, SigningKeys linkKeys, DataLimits limits, @Nullable FileStorage storage) {
    super(FileClient.ADDRESS, SCHEMA, node);
    this.linkKeys = linkKeys;
    this.limits = limits;
    this.storage = storage;
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationClient bus) {
    Clock clock = node().clock();
    FileStorages storages = FileStorages.of(pool, storage);
    FileStore files = new PostgresFileStore(pool, storages, limits.files());
    JobStore jobs = new JobStore(pool);
    BulkClient catalog = new BulkClient(bus);
    ImportUniquenessStore keys = new ImportUniquenessStore(pool);
    new FileService(files, storages, linkKeys, clock).bind(operations, internal);
    new BatchJobService(pool, jobs, bus, limits.jobsPerUser(), clock).bind(operations);
    schedule(
        BackgroundTask.every(
            UPLOAD_CLEANUP_INTERVAL, "delete-unfinished-uploads", files::deleteExpired));
    schedule(new ImageSizer(vertx, files, new ImageTaskStore(pool, storages), clock).task());
    if (storage != null) {
      new FileMover(pool, storages, clock).tasks().forEach(this::schedule);
    }
    Duration retention = limits.jobs();
    if (retention != null) {
      schedule(new EndedJobCleaner(pool, retention, clock).task());
    }
    JobWorker working =
        new JobWorker(
            vertx,
            jobs,
            Map.of(
                JobType.PRODUCT_EXPORT, new ProductExport(catalog, files),
                JobType.PRODUCT_IMPORT, new ProductImport(catalog, files, keys),
                JobType.PRICE_LIST_IMPORT, new PriceListImport(catalog, files, keys),
                JobType.ORDER_EXPORT, new OrderExport(new OrderClient(bus), files)),
            node().nodeId(),
            node().gate(),
            clock);
    working.tasks().forEach(this::schedule);
    show(JobStore.FACTS);
    show(PostgresFileStore.FACTS);
    show(QueueFacts.of(ImageTaskStore.QUEUE, FileMover.moveQueue(), FileMover.removalQueue()));
    worker = working;
  }

  @Override
  protected Future<?> stopBackground() {
    return worker == null ? Future.succeededFuture() : worker.stop();
  }
}
