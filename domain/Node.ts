import { Context } from "effect"
import type { NodeId } from "./money/ids.ts"

/** This process, as calls name the node that works on them. */
export class Node extends Context.Service<Node, { readonly id: NodeId }>()("farthing/domain/Node") {}
