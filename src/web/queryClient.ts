import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"
import { ApiError } from "./api/client.ts"
import { sessionQuery } from "./session/session.ts"

/** The session ended in another tab, or a person was removed: the shell reads it again and asks to sign in. */
const noticeEndedSession = (error: Error) => {
  if (error instanceof ApiError && error.status === 401) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

/** Only what may succeed at a second try is tried again. A write never is: its person decides. */
const mayRetry = (failures: number, error: Error) =>
  failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500)

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndedSession }),
  mutationCache: new MutationCache({ onError: noticeEndedSession }),
  defaultOptions: { queries: { staleTime: 15_000, retry: mayRetry }, mutations: { retry: false } },
})
