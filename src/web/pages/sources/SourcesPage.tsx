import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { countOf } from "../../format/count.ts"
import { Badge } from "../../ui/Badge.tsx"
import { buttonClass } from "../../ui/Button.tsx"
import { PageHeader } from "../../ui/Card.tsx"
import { Select } from "../../ui/Select.tsx"
import { Empty, Failure, Loading } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { useDebounced } from "../../ui/useDebounced.ts"
import { type DirectorySearch, pageSize, sourcesQuery } from "./queries.ts"

const route = getRouteApi("/shell/sources")

/** The directory. The search is kept in the page's address. */
export const SourcesPage = () => {
  const search = route.useSearch()
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...sourcesQuery(search), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeader title="Sources">Every source, with its operations and current prices.</PageHeader>
      <DirectoryFilter search={search} categories={data?.categories ?? []} />
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      {error === null && data === undefined && <Loading label="Loading the directory" />}
      {error === null && data !== undefined && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? "opacity-60" : ""}>
          <p role="status" className="mb-3 text-muted">
            {data.total} of {data.catalog_total} sources
          </p>
          {data.sources.length === 0 && <Empty title="No source fits.">Search for other words, or choose all categories.</Empty>}
          <ul className="grid gap-3 md:grid-cols-2 2xl:grid-cols-3">
            {data.sources.map((source) => (
              <li key={source.slug} className="relative rounded-lg border border-line bg-surface p-4 hover:border-line-strong">
                <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
                  <h2>
                    {source.endpoint_count === 0 ? (
                      source.name
                    ) : (
                      <Link to="/sources/$source" params={{ source: source.slug }} className="after:absolute after:inset-0">
                        {source.name}
                      </Link>
                    )}
                  </h2>
                  <Badge>{source.category}</Badge>
                </div>
                <p className="line-clamp-2 text-muted">{source.description}</p>
                <p className="mt-2 text-xs text-muted">{operationsOf(source.endpoint_count)}</p>
              </li>
            ))}
          </ul>
          <Pages search={search} offset={data.offset} next={data.next_offset} />
        </div>
      )}
    </>
  )
}

const operationsOf = (count: number): string => {
  if (count === 0) return "Not for sale here: it is listed so that it is found"
  return countOf(count, "operation")
}

const DirectoryFilter = ({ categories, search }: { readonly search: DirectorySearch; readonly categories: ReadonlyArray<string> }) => {
  const navigate = route.useNavigate()
  const [text, setText] = useState(search.search ?? "")
  const settled = useDebounced(text, 300).trim()
  const { category } = search
  useEffect(() => {
    if (settled === (search.search ?? "")) return
    void navigate({ search: { ...(settled !== "" && { search: settled }), ...(category !== undefined && { category }) }, replace: true })
    // The address follows the text, never the other way while one types.
  }, [settled])
  return (
    <div role="search" aria-label="Search the directory" className="mb-4 grid gap-3 sm:grid-cols-[1fr_14rem]">
      <TextField label="Search" type="search" placeholder="bank account, sunset, currency …" value={text} onChange={setText} />
      <Select
        label="Category"
        value={category ?? ""}
        options={[{ value: "", label: "All categories" }, ...categories.map((value) => ({ value, label: value }))]}
        onChange={(value) =>
          void navigate({ search: { ...(settled !== "" && { search: settled }), ...(value !== "" && { category: value }) } })
        }
      />
    </div>
  )
}

interface PagesProps {
  readonly search: DirectorySearch
  readonly offset: number
  readonly next: number | null
}

const Pages = ({ next, offset, search: { offset: _offset, ...search } }: PagesProps) => (
  <nav aria-label="Pages of the directory" className="mt-4 flex justify-end gap-2">
    {offset > 0 && (
      <Link to="/sources" search={offset > pageSize ? { ...search, offset: String(offset - pageSize) } : search} className={buttonClass()}>
        Previous
      </Link>
    )}
    {next !== null && (
      <Link to="/sources" search={{ ...search, offset: String(next) }} className={buttonClass()}>
        Next
      </Link>
    )}
  </nav>
)
