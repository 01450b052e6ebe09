export interface Case {
  /** Empty if no operation has a word of the question. */
  readonly evidence: ReadonlyArray<number>
  readonly isRight: boolean
  readonly weight: number
}

export const scoreOf = (evidence: ReadonlyArray<number>, weights: Float64Array): number =>
  evidence.reduce((sum, value, at) => sum + value * weights[at]!, 0)

/** Logistic regression by gradient descent with momentum. */
export const logisticWeights = (cases: ReadonlyArray<Case>, rounds = 4_000): Float64Array => {
  const size = cases[0]?.evidence.length ?? 0
  const [weights, speed] = [new Float64Array(size), new Float64Array(size)]
  for (let round = 0; round < rounds; round++) {
    const slope = weights.map((weight, at) => (at === 0 ? 0 : weight))
    for (const { evidence, isRight, weight } of cases) {
      const pull = (1 / (1 + Math.exp(-scoreOf(evidence, weights))) - (isRight ? 1 : 0)) * weight
      for (let at = 0; at < size; at++) slope[at] = slope[at]! + pull * evidence[at]!
    }
    for (let at = 0; at < size; at++) {
      speed[at] = 0.9 * speed[at]! - (0.1 * slope[at]!) / cases.length
      weights[at] = weights[at]! + speed[at]!
    }
  }
  return weights
}
