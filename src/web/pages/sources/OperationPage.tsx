import { useSuspenseQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { formatPrice } from "../../format/money.ts"
import { PageHeader } from "../../ui/Card.tsx"
import { CopyLine } from "../../ui/CopyButton.tsx"
import { Empty } from "../../ui/States.tsx"
import { isRelayed, type OperationJson, sourceQuery } from "./queries.ts"
import { TryForm } from "./TryForm.tsx"

const route = getRouteApi("/shell/sources/$source/$operation")

export const OperationPage = () => {
  const { operation: id, source: sourceId } = route.useParams()
  const { data: source } = useSuspenseQuery(sourceQuery(sourceId))
  const operation = source.operations.find((one) => one.id === id)
  return (
    <>
      <p className="mb-2">
        <Link to="/sources/$source" params={{ source: sourceId }} className="text-muted hover:text-ink">
          ← {source.name}
        </Link>
      </p>
      {operation === undefined ? (
        <>
          <PageHeader title="Operation" />
          <Empty title="The source has no such operation.">It may have been withdrawn. The source's page lists those that it has.</Empty>
        </>
      ) : (
        <>
          <PageHeader title={operation.name}>{formatPrice(operation.pricing)}</PageHeader>
          <TryForm key={id} source={sourceId} operation={operation} />
          <FromProgram source={sourceId} operation={operation} />
        </>
      )}
    </>
  )
}

/** The same call for a program, which names the operation as the API does. */
const FromProgram = ({ operation, source }: { readonly source: string; readonly operation: OperationJson }) => {
  const [method, path] = isRelayed(operation)
    ? (operation.id.split(" ", 2) as [string, string])
    : ["POST", `/v1/execute/${source}/${operation.id}`]
  const address = isRelayed(operation) ? `/${source}${path}` : path
  const body = method === "GET" ? "" : ` -H "Content-Type: application/json" -d '{ … }'`
  return (
    <details className="mt-4 rounded-lg border border-line bg-surface p-4">
      <summary className="cursor-pointer font-medium">Call it from a program</summary>
      <p className="mt-3 mb-3 text-muted">Set API_KEY to a key of the organisation, and add the inputs.</p>
      <CopyLine text={`curl -s -X ${method} "${location.origin}${address}" -H "Authorization: Bearer $API_KEY"${body}`} />
    </details>
  )
}
