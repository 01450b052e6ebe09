import { useSuspenseQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { formatPrice } from "../../format/money.ts"
import { Card, PageHeader } from "../../ui/Card.tsx"
import { CopyLine } from "../../ui/CopyButton.tsx"
import { Empty } from "../../ui/States.tsx"
import { type OperationJson, sourceQuery } from "./queries.ts"
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
          {isRelayed(operation) ? (
            <RelayedCall slug={sourceId} operation={operation} />
          ) : (
            <TryForm key={id} source={sourceId} operation={operation} />
          )}
        </>
      )}
    </>
  )
}

/** A listed API is called with the methods and paths of its own document, so its operations are named by them. */
const isRelayed = ({ id }: OperationJson) => /^[A-Z]+ \//.test(id)

const RelayedCall = ({ operation, slug }: { readonly slug: string; readonly operation: OperationJson }) => {
  const [method, path] = operation.id.split(" ", 2) as [string, string]
  return (
    <Card title="Call it from a program">
      <p className="mb-3 text-muted">
        A listed API is called with its own methods and paths. Set API_KEY to a key of the organisation; add the inputs of the path, the
        query or the body.
      </p>
      <CopyLine text={`curl -s -X ${method} "${location.origin}/${slug}${path}" -H "Authorization: Bearer $API_KEY"`} />
    </Card>
  )
}
