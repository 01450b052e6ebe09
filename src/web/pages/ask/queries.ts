import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query"
import { get, post } from "../../api/client.ts"
import { useSubmission } from "../../api/submission.ts"
import type { RunJson } from "../sources/queries.ts"

export type PlanJson = NonNullable<RunJson["plan"]>
export type ContinuationJson = NonNullable<RunJson["continuation"]>

/** While the run executes it is read again; each read waits up to 2 s for its end, so steps appear as they are bought. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ["run", id],
    queryFn: ({ client, queryKey, signal }) => {
      const isRunning = client.getQueryData<RunJson>(queryKey)?.status === "running"
      return get("/v2/runs/:id", { wait_seconds: isRunning ? 2 : 0 }, { params: { id }, signal })
    },
    refetchInterval: ({ state }) => (state.data?.status === "running" ? 300 : false),
  })

const maxRecent = 10

/** The asks of this person's own key, and the direct calls that it paid for, the newest first. */
export const recentRunsQuery = queryOptions({
  queryKey: ["payments", "own runs"],
  queryFn: async ({ signal }) => {
    const { identity } = await get("/v1/me", undefined, { signal })
    const [{ asks }, { payments }] = await Promise.all([
      get("/v2/asks", { limit: maxRecent }, { signal }),
      get("/v1/payments", { key_id: identity.key_id, kind: "call", limit: 100 }, { signal }),
    ])
    const listed = asks.map(({ cost, created_at, expires_at, id, question, status, workflow }) => ({
      id,
      title: question ?? workflow ?? id,
      status,
      expiresAt: expires_at,
      micro: BigInt(cost.amount_micro_usd),
      at: created_at,
    }))
    const calls = payments.flatMap((payment) => ("transfers" in payment ? [payment] : []))
    const direct = [...Map.groupBy(calls, (call) => call.run_id)].flatMap(([id, [first, ...others]]) =>
      id === null || first === undefined || others.length > 0 || listed.some((ask) => ask.id === id)
        ? []
        : [
            {
              id,
              title: first.operation,
              status: null,
              expiresAt: null,
              micro: first.status === "released" ? 0n : BigInt(first.amount.amount_micro_usd),
              at: first.created_at ?? "",
            },
          ],
    )
    return [...listed, ...direct].sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, maxRecent)
  },
})

/** A write about a run. What depends on money is read again afterwards. */
export const useRunWrite = <A>(
  send: (input: A, options: { headers: Record<string, string> }) => Promise<unknown>,
  onRun: (run: RunJson) => void,
) => {
  const client = useQueryClient()
  const submission = useSubmission()
  return useMutation({
    mutationFn: (input: A) => send(input, { headers: submission.headersFor(input) }) as Promise<RunJson>,
    onSuccess: (run) => {
      client.setQueryData(runQuery(run.id).queryKey, run)
      onRun(run)
    },
    onSettled: (_, error) => {
      submission.settled(error)
      // A refusal may be the first to show that the run has moved on.
      if (error !== null) void client.invalidateQueries({ queryKey: ["run"] })
      void client.invalidateQueries({ queryKey: ["me"] })
      void client.invalidateQueries({ queryKey: ["payments"] })
    },
  })
}

/** What is wanted: a question, or a workflow with its input. */
export type Wish = { readonly question: string } | { readonly workflow: NonNullable<RunJson["workflow"]> }

export const sendQuestion = ({ cap, ...wish }: Wish & { readonly cap: number | null }, options: { headers: Record<string, string> }) => {
  const mode = cap === null ? { execution_mode: "plan" as const } : { execution_mode: "auto" as const, max_spend: cap }
  return post("/v2/ask", { ...wish, wait_seconds: 0, ...mode } as never, options)
}

/** Dollars with at most six decimals, as a cap is typed; undefined: no amount. */
export const capOf = (text: string): number | undefined =>
  /^\d{1,7}(\.\d{1,6})?$/.test(text.trim()) && Number(text) > 0 ? Number(text) : undefined

export const capProblem = "Enter an amount above 0, with at most six decimals."
