import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"
import { ApiError } from "./api/client.ts"
import { refuseOffline } from "./api/connection.ts"
import { sessionQuery } from "./session/session.ts"

/** The session ended in another tab, or a person was removed: the shell reads it again and asks to sign in. */
const noticeEndedSession = (error: Error) => {
  if (error instanceof ApiError && error.status === 401) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

/** Only what may succeed at a second try is tried again. A write never is: its person decides. */
const mayRetry = (failures: number, error: Error) =>
  failures < 2 && navigator.onLine && error instanceof ApiError && (error.status === 0 || error.status >= 500)

/**
 * The library's own mode pauses requests while the browser is offline. A paused write is sent at the reconnect, also after its person
 * left the page, and a paused read looks like endless loading. Here both fail at once, and reads are repeated at the reconnect.
 */
const networkMode = "always"

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndedSession }),
  mutationCache: new MutationCache({ onMutate: refuseOffline, onError: noticeEndedSession }),
  defaultOptions: {
    queries: { staleTime: 15_000, retry: mayRetry, networkMode, refetchOnReconnect: true },
    mutations: { retry: false, networkMode },
  },
})
