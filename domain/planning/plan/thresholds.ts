/**
 * A plan below this confidence is not bought without its approval. The curve in docs/measurements.md shows how many plans run at each threshold, and
 * how many of these are wrong: 23 of 994 at this one, among questions of outsiders.
 */
export const minPlanConfidence = 0.85

/** An operation below this confidence by rules is not offered. */
export const minChoiceRelevance = 0.3

/** Below this confidence nothing is offered: the question is refused with 422. */
export const minChoiceConfidence = 0.4
