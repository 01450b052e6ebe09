import { Effect } from "effect"
import { parseExposition } from "./prometheus.ts"

export interface Got {
  readonly status: number
  readonly text: string
  readonly contentType: string | null
}

export const get = (url: string, headers: Readonly<Record<string, string>> = {}): Effect.Effect<Got> =>
  Effect.promise(async () => {
    const answer = await fetch(url, { headers })
    return { status: answer.status, text: await answer.text(), contentType: answer.headers.get("content-type") }
  })

/** The samples that a gateway shows now. */
export const scrape = (baseUrl: string) => Effect.map(get(`${baseUrl}/metrics`), ({ text }) => parseExposition(text))

/** What `/status` says. */
export interface Status {
  readonly status: string
  readonly reasons: ReadonlyArray<string>
  readonly traffic_7d: {
    readonly calls: number
    readonly paid_calls: number
    readonly success_rate: number | null
    readonly p95_ms: number | null
  }
  readonly rails: ReadonlyArray<{ readonly rail: string; readonly status: string }>
}

/** What `/status` says, once what it remembers of the last second is gone. */
export const statusOf = (baseUrl: string) =>
  Effect.andThen(
    Effect.sleep(1_100),
    Effect.map(get(`${baseUrl}/status`), ({ text }): Status => JSON.parse(text)),
  )
