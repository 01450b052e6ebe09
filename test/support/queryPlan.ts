interface PlanNode {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<PlanNode>
}

/** What `explain (analyze, format json)` answers. */
export interface Explained {
  readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: PlanNode }>
}

const nodesOf = (node: PlanNode): ReadonlyArray<PlanNode> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The reads of tables in a plan: the table, whether it was read from its begin, and the rows that were read. */
export const tableReads = ({ "QUERY PLAN": [first] }: Explained) =>
  nodesOf(first!.Plan).flatMap((node) => {
    const table = node["Relation Name"]
    const rows = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
    return table === undefined ? [] : [{ table, sequential: node["Node Type"] === "Seq Scan", rows }]
  })
