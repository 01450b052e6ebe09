import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query"
import { get, patch, post, remove, type ResponseOf } from "../../api/client.ts"

export type ListedKey = ResponseOf<"GET", "/v1/keys">["keys"][number]
export type NewKeyJson = NonNullable<Parameters<typeof post<"/v1/keys">>[1]>
export type LimitsJson = NonNullable<Parameters<typeof patch<"/v1/keys/:id">>[1]>

type Rotation = NonNullable<Parameters<typeof post<"/v1/keys/:id/rotate">>[1]>

export const keysQuery = queryOptions({ queryKey: ["keys"], queryFn: ({ signal }) => get("/v1/keys", undefined, { signal }) })

/** A change of a key, after which the list is read again. */
const useKeyChange = <A, B>(change: (input: A) => Promise<B>) => {
  const queries = useQueryClient()
  return useMutation({ mutationFn: change, onSuccess: () => queries.invalidateQueries({ queryKey: keysQuery.queryKey }) })
}

export const useCreateKey = () => useKeyChange((key: NewKeyJson) => post("/v1/keys", key))
export const useChangeLimits = (id: string) => useKeyChange((limits: LimitsJson) => patch("/v1/keys/:id", limits, { params: { id } }))
export const useRevokeKey = () => useKeyChange((id: string) => remove("/v1/keys/:id", undefined, { params: { id } }))
export const useRotateKey = (id: string) => useKeyChange((rotation: Rotation) => post("/v1/keys/:id/rotate", rotation, { params: { id } }))
export const useEndOldSecret = () => useKeyChange((id: string) => remove("/v1/keys/:id/old-secret", undefined, { params: { id } }))
