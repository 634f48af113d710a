package dev.tradewind.kernel.json;

/** JSON form of a type that a {@link RecordCodec} is given, because it does not follow from it. */
public sealed interface CodecForm permits JsonForm, InlineForm {}
