/** Where the sandbox's Stripe keeps its documents, one row each. Statements as text: the migration of the gateway runs them. */
export const sandboxStripeSchema = {
  name: "sandbox_stripe",
  tables: {
    "0001_documents": [
      `create schema sandbox_stripe`,
      `create table sandbox_stripe.document (
         seq bigint generated always as identity unique, kind text not null, id text not null, doc json not null, primary key (kind, id))`,
    ],
  },
} as const

/** Everything, in the order in which it came. */
export const loadDocuments = `select kind, doc from sandbox_stripe.document order by seq`

/** Changes as `JSON.stringify` writes them ($1), in one step. A document that is null is gone. */
export const saveDocuments = `with change as (
    select * from rows from (json_to_recordset($1::json) as (kind text, id text, doc text)) with ordinality as c (kind, id, doc, place)),
  gone as (
    delete from sandbox_stripe.document d using change c where c.doc is null and d.kind = c.kind and d.id = c.id)
  insert into sandbox_stripe.document (kind, id, doc)
    select kind, id, doc::json from change where doc is not null order by place
    on conflict (kind, id) do update set doc = excluded.doc`

/** The sandbox's time, in milliseconds since 1970. */
export const sandboxTime = `select ms(farthing_now())::float8 as now`
