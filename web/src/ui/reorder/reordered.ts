/** A list with one of its things at another place. */
export function reordered<Thing>(list: readonly Thing[], from: number, to: number): Thing[] {
  const thing = list[from]
  if (thing === undefined) return [...list]
  return list.toSpliced(from, 1).toSpliced(to, 0, thing)
}

/** Where something lands that is dropped on the upper or the lower half of another. */
export function landingPlace({ from, on, edge }: { from: number; on: number; edge: Edge }): number {
  const before = edge === 'top' ? on : on + 1
  // What was moved is not above it any more.
  return from < before ? before - 1 : before
}

/** The half of a thing that something is held over. */
export type Edge = 'top' | 'bottom'
