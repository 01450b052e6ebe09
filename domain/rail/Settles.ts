/**
 * When a rail moves the money of a call: with our own capture (prepaid), before the source is asked, after the source
 * delivered but before the answer is given, or some time later (collected or batched).
 */
export type SettlementTiming = "at_capture" | "before_dispatch" | "before_answer" | "later"
