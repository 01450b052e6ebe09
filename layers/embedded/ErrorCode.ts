/** `ENOENT`, or PostgreSQL's `57P03`: the code of whatever was thrown, if it has one. */
export const errorCode = (cause: unknown): string | undefined =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined
