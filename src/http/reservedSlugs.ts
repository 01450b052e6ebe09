/** First segments that are the gateway's own, now or by its published plan: no API can be listed under them. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  "app",
  "api",
  "v1",
  "v2",
  "docs",
  "openapi-json",
  "status",
  "healthz",
  "readyz",
  "metrics",
  "pay",
  "supported",
  "discovery",
  "verify",
  "settle",
])
