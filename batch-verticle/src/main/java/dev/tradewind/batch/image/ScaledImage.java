package dev.tradewind.batch.image;

import java.util.Map;

/**
 * Image with its smaller sizes.
 *
 * @param width of the image as it is shown
 * @param files JPEG files by their widths, which are less than that of the image
 */
record ScaledImage(int width, int height, Map<Integer, byte[]> files) {}
