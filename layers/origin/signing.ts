import { createHash, createHmac, timingSafeEqual } from "node:crypto"

/** The parts of a request that a signature covers. `path` is path and query as they are sent. */
export interface SignedMessage {
  readonly method: string
  readonly path: string
  readonly body: Uint8Array
}

/** The headers that prove to a publisher that a request came from this gateway. */
export const signatureHeaders = (
  message: SignedMessage,
  by: { readonly keyId: string; readonly secret: string; readonly requestId: string; readonly nowSeconds: number },
): ReadonlyArray<readonly [name: string, value: string]> => [
  ["X-Gateway-Signature", `t=${by.nowSeconds},v1=${digest(message, by.secret, String(by.nowSeconds)).toString("hex")}`],
  ["X-Gateway-Key-Id", by.keyId],
  ["X-Gateway-Request-Id", by.requestId],
]

/**
 * For publishers to copy, with `digest` below: whether `X-Gateway-Signature` was made with this secret for this very
 * request, at most `toleranceSeconds` ago. The header may hold several `v1` while a secret is rotated; one valid
 * value is enough. Schemes other than `v1` prove nothing.
 */
export const verifySignature = (
  header: string,
  message: SignedMessage,
  {
    nowSeconds,
    secret,
    toleranceSeconds = 300,
  }: { readonly secret: string; readonly nowSeconds: number; readonly toleranceSeconds?: number },
): boolean => {
  const parts = header.split(",", 8).map((part) => part.trim())
  const times = parts.filter((part) => part.startsWith("t="))
  const time = times[0]?.slice(2) ?? ""
  const recent = Math.abs(nowSeconds - Number(time)) <= toleranceSeconds
  if (times.length !== 1 || !/^\d{1,12}$/.test(time) || !recent) return false
  const expected = digest(message, secret, time)
  return parts.some((part) => /^v1=[0-9a-f]{64}$/.test(part) && timingSafeEqual(Buffer.from(part.slice(3), "hex"), expected))
}

/** HMAC-SHA256 over `t.METHOD.path?query.sha256hex(body)`. */
const digest = ({ body, method, path }: SignedMessage, secret: string, time: string): Buffer =>
  createHmac("sha256", secret)
    .update(`${time}.${method}.${path}.${createHash("sha256").update(body).digest("hex")}`, "latin1")
    .digest()
