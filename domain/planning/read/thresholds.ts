/**
 * How certain a mention has to be, by its `weight`, before it is used for something. The extractors give 1 to what has an unmistakable
 * shape (an IBAN) and 0.3 to a mere possibility (three capitals that may be an airport).
 */
export const mentionWeight = {
  /** Enough to be one of a list of its kind, or an input of an operation that produces another value. */
  possible: 0.4,
  /** Enough to cut the question around it, to fill an optional input, and not to count as words of the question. */
  probable: 0.5,
  /** Enough that a plan has to use it, or has to say that it did not. */
  clear: 0.65,
  /** Enough that an operation that has no use for it loses confidence. */
  expected: 0.7,
  /** A unit with a unit of its own kind beside it, which it can be converted to. */
  pairedUnit: 0.85,
  /** Enough to make a question by itself, and to add confidence to the operation that takes it. */
  certain: 0.9,
  /** The shape of one kind only: a question about such a thing is about nothing else. */
  unmistakable: 0.95,
} as const
