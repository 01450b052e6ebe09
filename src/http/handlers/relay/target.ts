import type { Listing } from "../../../../domain/listing/Listing.ts"

/** What a relayed request line asks for: the slug, and what goes to the origin exactly as it came. */
export interface Target {
  readonly slug: string
  /** `/notifications/42` */
  readonly path: string
  /** `?limit=3`, or "". */
  readonly query: string
}

/** The parts of `/<slug>/<path>?<query>`; undefined where there is no slug. */
export const targetOf = (url: string): Target | undefined => {
  const found = /^\/([^/?]+)([^?]*)(\?.*)?$/s.exec(url)
  return found === null ? undefined : { slug: found[1]!, path: found[2]!, query: found[3] ?? "" }
}

export const pausedMessage = ({ name }: Listing) => `${name} is paused by its publisher. Nothing was charged. Retry later.`
