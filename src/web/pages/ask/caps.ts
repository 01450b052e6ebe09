/** Dollars with at most six decimals, as a cap is typed; undefined: no amount. */
export const capOf = (text: string): number | undefined =>
  /^\d{1,7}(\.\d{1,6})?$/.test(text.trim()) && Number(text) > 0 ? Number(text) : undefined

export const capProblem = "Enter an amount above 0, with at most six decimals."
