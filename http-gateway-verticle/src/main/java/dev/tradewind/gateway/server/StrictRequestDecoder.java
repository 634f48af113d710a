package dev.tradewind.gateway.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1 decoder that rejects messages whose end a proxy may find elsewhere (request smuggling, RFC
 * 9112 section 11.2): a transfer coding other than {@code chunked}, a length beside it, several
 * hosts, and folded header lines. The decoder of Netty accepts and repairs them.
 *
 * <p>It closes a connection whose request line and headers do not arrive within a timeout: each
 * byte that trickles in would renew the idle timeout.
 */
final class StrictRequestDecoder extends VertxHttpRequestDecoder {

  private static final String DECODER = "httpDecoder";

  private ByteBuf input = Unpooled.EMPTY_BUFFER;
  private final Duration timeout;
  private boolean isInHeaders;
  private boolean isFolded;
  private boolean isInBody;
  private @Nullable Future<?> headersDue;

  /** Start of the header lines of the input that have not been scanned. */
  private int unscanned;

  private StrictRequestDecoder(HttpServerOptions options, Duration timeout) {
    super(options);
    this.timeout = timeout;
  }

  /**
   * @param timeout of the request line and the headers of a request
   */
  static void install(
      HttpServerConnection connection, HttpServerOptions options, Duration timeout) {
    connection
        .channelHandlerContext()
        .pipeline()
        .replace(DECODER, DECODER, new StrictRequestDecoder(options, timeout));
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws Exception {
    input = in;
    unscanned = in.readerIndex();
    super.decode(context, in, out);
    if (isInHeaders) {
      scanLines();
    }
    for (Object message : out) {
      blameClient(message);
      isInBody &= !(message instanceof LastHttpContent);
    }
    if (isInBody || !(isInHeaders || in.isReadable())) {
      cancelTimeout();
    } else if (headersDue == null) {
      headersDue =
          context
              .executor()
              .schedule(() -> context.close(), timeout.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext context) throws Exception {
    cancelTimeout();
    super.handlerRemoved0(context);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    cancelTimeout();
    super.channelInactive(context);
  }

  private void cancelTimeout() {
    if (headersDue != null) {
      headersDue.cancel(false);
      headersDue = null;
    }
  }

  /** An invalid chunk is a bad request, not a failure that this service logs as an error. */
  private static void blameClient(Object message) {
    if (message instanceof HttpContent content
        && content.decoderResult().isFailure()
        && !(content.decoderResult().cause() instanceof DecoderException)) {
      content.setDecoderResult(
          DecoderResult.failure(
              new DecoderException("Invalid chunk", content.decoderResult().cause())));
    }
  }

  /** Called when the request line has been read. */
  @Override
  protected HttpMessage createMessage(String[] initialLine) {
    isInHeaders = true;
    isFolded = false;
    unscanned = input.readerIndex();
    return super.createMessage(initialLine);
  }

  /** Called when the headers have been read. */
  @Override
  protected boolean isContentAlwaysEmpty(HttpMessage message) {
    scanLines();
    isInHeaders = false;
    isInBody = true;
    if (isFolded) {
      throw new IllegalArgumentException("A header has one line");
    }
    requireOneMeaning(message);
    return super.isContentAlwaysEmpty(message);
  }

  /** Scans the lines that the decoder has read; it reads whole lines only. */
  private void scanLines() {
    int line = unscanned;
    int end = input.readerIndex();
    while (line < end) {
      byte first = input.getByte(line);
      isFolded |= first == ' ' || first == '\t';
      int lineEnd = input.indexOf(line, end, (byte) '\n');
      line = lineEnd < 0 ? end : lineEnd + 1;
    }
    unscanned = end;
  }

  private static void requireOneMeaning(HttpMessage message) {
    HttpHeaders headers = message.headers();
    if (headers.getAll(HttpHeaderNames.HOST).size() > 1) {
      throw new IllegalArgumentException("A request has one host");
    }
    List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
    if (codings.isEmpty()) {
      return;
    }
    boolean isPlain =
        codings.size() == 1
            && codings.getFirst().equalsIgnoreCase("chunked")
            && message.protocolVersion().equals(HttpVersion.HTTP_1_1)
            && !headers.contains(HttpHeaderNames.CONTENT_LENGTH);
    if (!isPlain) {
      throw new IllegalArgumentException("The only transfer coding is chunked, without a length");
    }
  }
}
