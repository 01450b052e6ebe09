export interface Case {
  /** Empty if no operation has a word of the question. */
  readonly evidence: ReadonlyArray<number>
  readonly isRight: boolean
  readonly weight: number
}

export const scoreOf = (evidence: ReadonlyArray<number>, weights: Float64Array): number =>
  evidence.reduce((sum, value, at) => sum + value * weights[at]!, 0)

/** Logistic regression by gradient descent with momentum. The evidence is copied into one array: there may be 20,000 cases. */
export const logisticWeights = (cases: ReadonlyArray<Case>, rounds = 4_000): Float64Array => {
  const size = cases[0]?.evidence.length ?? 0
  const [weights, speed, slope] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)]
  const evidence = Float64Array.from(cases.flatMap((each) => each.evidence))
  const [target, worth] = [cases.map(({ isRight }) => (isRight ? 1 : 0)), cases.map(({ weight }) => weight)]
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < size; at++) slope[at] = at === 0 ? 0 : weights[at]!
    for (let place = 0, from = 0; place < cases.length; place++, from += size) {
      let score = 0
      for (let at = 0; at < size; at++) score += weights[at]! * evidence[from + at]!
      const pull = (1 / (1 + Math.exp(-score)) - target[place]!) * worth[place]!
      for (let at = 0; at < size; at++) slope[at] = slope[at]! + pull * evidence[from + at]!
    }
    for (let at = 0; at < size; at++) {
      speed[at] = 0.9 * speed[at]! - (0.1 * slope[at]!) / cases.length
      weights[at] = weights[at]! + speed[at]!
    }
  }
  return weights
}
