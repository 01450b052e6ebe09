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

/** The runs of this person's own key that bought something, newest first. */
export const recentRunsQuery = queryOptions({
  queryKey: ["payments", "own runs"],
  queryFn: async ({ signal }) => {
    const { identity } = await get("/v1/me", undefined, { signal })
    const { payments } = await get("/v1/payments", { key_id: identity.key_id, kind: "call", limit: 100 }, { signal })
    const calls = payments.flatMap((payment) => (payment.run_id === null || !("transfers" in payment) ? [] : [payment]))
    return [...Map.groupBy(calls, (call) => call.run_id!)].slice(0, 10).map(([id, steps]) => ({
      id,
      operations: steps.map(({ operation }) => operation).toReversed(),
      micro: steps.reduce((sum, { amount, status }) => sum + (status === "released" ? 0n : BigInt(amount.amount_micro_usd)), 0n),
      at: steps[0]!.created_at,
    }))
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
