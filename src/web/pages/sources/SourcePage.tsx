import { useSuspenseQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { Badge } from "../../ui/Badge.tsx"
import { buttonClass } from "../../ui/Button.tsx"
import { formatPrice } from "../../format/money.ts"
import { Card, PageHeader } from "../../ui/Card.tsx"
import { Code, Facts } from "../../ui/Facts.tsx"
import { Empty } from "../../ui/States.tsx"
import { type OperationJson, sourceQuery } from "./queries.ts"

const route = getRouteApi("/shell/sources/$source")

/** A source with its operations, each with its price, inputs and outputs. */
export const SourcePage = () => {
  const { source: id } = route.useParams()
  const { data: source } = useSuspenseQuery(sourceQuery(id))
  return (
    <>
      <p className="mb-2">
        <Link to="/sources" className="text-muted hover:text-ink">
          ← All sources
        </Link>
      </p>
      <PageHeader title={source.name}>{source.description}</PageHeader>
      <div className="mb-4 flex flex-wrap gap-2">
        <Badge>{source.category}</Badge>
        <Badge>{source.jurisdiction}</Badge>
        {source.tags.slice(0, 8).map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </div>
      {source.operations.length === 0 && (
        <Empty title="This source has no operations here.">
          It is listed so that it can be found. It cannot be called over the gateway.
        </Empty>
      )}
      <ul className="grid gap-4 xl:grid-cols-2">
        {source.operations.map((operation) => (
          <li key={operation.id}>
            <OperationCard source={source.id} operation={operation} />
          </li>
        ))}
      </ul>
    </>
  )
}

const OperationCard = ({ operation, source }: { readonly source: string; readonly operation: OperationJson }) => (
  <Card title={operation.name} aside={<span className="font-medium">{formatPrice(operation.pricing)}</span>} className="h-full">
    <p className="mb-3">
      <Code>{operation.id}</Code>
    </p>
    <Facts
      facts={[
        ["Inputs", operation.input.length === 0 ? "none" : <Fields key="in" fields={operation.input.map(inputText)} />],
        ["Answers", operation.output.length === 0 ? null : <Fields key="out" fields={operation.output} />],
      ]}
    />
    <div className="mt-4">
      <Link
        to="/sources/$source/$operation"
        params={{ source, operation: operation.id }}
        className={buttonClass("primary")}
        aria-label={`Try it: ${operation.name}`}
      >
        Try it
      </Link>
    </div>
  </Card>
)

const inputText = ({ field, required }: OperationJson["input"][number]) => (required ? field : `${field}?`)

const Fields = ({ fields }: { readonly fields: ReadonlyArray<string> }) => (
  <span className="font-mono text-xs">
    {fields.slice(0, 12).join(", ")}
    {fields.length > 12 && ` and ${fields.length - 12} more`}
  </span>
)
