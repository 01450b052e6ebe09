/**
 * A plan below this confidence is not bought without its approval. Chosen so that 1 % of the questions are charged for a wrong answer: see the
 * curve in docs/measurements.md.
 */
export const minPlanConfidence = 0.7
