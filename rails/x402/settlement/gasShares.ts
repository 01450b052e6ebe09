/** The reference of a settlement that a caller of the facilitator requested. It pays for no call of this gateway. */
export const facilitatorReference = (caller: string): string => `${prefix}${caller}`.slice(0, 200)

const prefix = "facilitator:"

/** True for a settlement of the facilitator. */
export const isForeign = (reference: string): boolean => reference.startsWith(prefix)
