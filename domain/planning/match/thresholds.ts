/** Below this confidence an operation is not what the question asks for: 85 % of the irrelevant questions of the benchmark, whose operations taught nothing, stay below it. */
export const minConfidence = 0.47

/** An operation with typed inputs may be what the question asks for if its learnt likelihood is this high, though too few words are known to it. */
export const minTypedLikelihood = 0.3

/** At this likelihood it is meant, whatever else the question says: words that it does not know are named as unread. */
export const certainLikelihood = 0.9

/** An operation that misses no input is preferred to one that does if it is this much above `minConfidence`. */
export const completeConfidenceMargin = 0.05

/** … and if its score is at most this much below the best one. */
export const completeScoreMargin = 0.8

/** … unless the other one is at least this likely and answers a word that it does not, */
export const minMeantLikelihood = 0.5
/** … and it is at most this likely itself. */
export const maxUnmeantLikelihood = 0.25

/** A candidate whose inputs accept the values of the question comes before one that refuses them if its score is at most this much below. */
export const acceptingScoreMargin = 1

/** Operations without typed inputs are bound only if their words score at least this share of the best: binding is the slow part. */
export const minLexicalShare = 0.65

/** Shares of the confidence by rules, from 0 to about 1: see `relevanceOf`. */
export const relevanceWeights = {
  /** The share of the question's words that the operation knows. */
  coverage: 0.85,
  /** A certain value fills a required input and none is missing. */
  certainValue: 0.15,
  /** Subtracted where the question asks to do something that the operation does not do. */
  deed: 0.4,
  /** Subtracted for each certain mention that the operation has no use for, at most two. */
  unusedMention: 0.15,
  /** Subtracted in proportion to the words of the requested thing that the operation does not know. */
  unknownSubject: 0.35,
} as const

/** How much a word counts that the operation knows less well than from its own name or description. */
export const wordCoverage = {
  /** A word that is read as a plain-text value may as well be one that the operation does not know. */
  plainValue: 0.4,
  /** Only in the description of an input. */
  inputText: 0.5,
  /** Known to an operation whose result is an input of this one. */
  inChain: 0.8,
  /** Begins like a word of the operation: `geolocate` and `geolocation`. */
  sameBeginning: 0.7,
} as const

/** Two words begin alike if this share of the longer one is the same. */
export const minSharedBeginning = 0.75

/** Shares of the score that ranks the operations of one question. Only the order counts. */
export const scoreWeights = {
  example: 1.2,
  confidence: 1.6,
  fit: 0.15,
  nameShare: 0.35,
  requestedFact: 0.5,
  /** The logit of the probability by the wording, from -4 to 3. */
  wording: 0.1,
  unknownSubject: 0.3,
  unusedCertain: 0.7,
  unusedDate: 0.3,
  unknownWords: 0.5,
  /** For each further call that supplies an input. */
  furtherCall: 0.16,
  /** The logit of the learnt likelihood, for a whole request. */
  likelihood: 0.45,
} as const

/** The confidence of an operation for a clause that has values and no other words: `FRA to JFK`. */
export const valuesOnlyConfidence = { incomplete: 0.2, certain: 0.75, base: 0.25, example: 0.6 } as const

/** `Is this IBAN right? My supplier sent it.` counts as covered to this share at least. */
export const minValidationCoverage = 0.75

/** A close example question raises the coverage by this much at most … */
export const maxExampleGain = 0.25

/** … and counts for this share if the operation knows no word of the clause. */
export const exampleOnlyWeight = 0.4

/**
 * What a span of an unmistakable shape adds to its score for an untyped input: an optional input is usually empty, but a date or a name of the question is seldom
 * there for nothing. Whether the operation is likely is judged without it.
 */
export const usedSpanReward = 1

/** What a number adds to its score where a list of numbers follows a list of the names of inputs, and both have the same place. */
export const alignedValueReward = 3
