export const runStatuses = [
  "requires_approval",
  "running",
  "completed",
  "partial",
  "needs_input",
  "needs_selection",
  "unsupported",
  "cancelled",
  "failed",
] as const
export type RunStatus = (typeof runStatuses)[number]
