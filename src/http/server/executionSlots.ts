/** Whose request takes a place, and how many places that owner may have. */
export interface SlotOwner {
  readonly id: string
  readonly limit: number
}

/**
 * Requests that execute now: on this node, and of each owner on this node. An owner takes a further place only while more places are free than it
 * has: one alone gets half of the node, two a third each, and an owner without one always finds a place while any is free.
 */
export const executionSlots = (perNode: number) => {
  const executing = new Map<string, number>()
  let onNode = 0
  const of = ({ id }: SlotOwner) => executing.get(id) ?? 0
  return {
    count: () => onNode,
    isFullFor: (owner: SlotOwner) => of(owner) >= owner.limit,
    take: (owner: SlotOwner): { readonly leave: () => void } | undefined => {
      if (of(owner) >= perNode - onNode || of(owner) >= owner.limit) return undefined
      onNode++
      executing.set(owner.id, of(owner) + 1)
      const leave = () => {
        onNode--
        if (of(owner) === 1) executing.delete(owner.id)
        else executing.set(owner.id, of(owner) - 1)
      }
      return { leave }
    },
  }
}
