/** `1 paid call`, `1,204 paid calls`. */
export const countOf = (count: number, noun: string): string => `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`
