/**
 * A plan below this confidence is not bought without its approval. Chosen so that 1 % of the questions are charged for a wrong answer: see the
 * curve in docs/measurements.md.
 */
export const minPlanConfidence = 0.9

/** An operation below this confidence by rules is not offered. */
export const minChoiceRelevance = 0.3

/** Below this confidence nothing is offered: the question is refused with 422. */
export const minChoiceConfidence = 0.4
