/** A list, written as it is read. */
export const words = (text: string): ReadonlyArray<string> => text.trim().split(/[ \n]+/)
