/** An item that waits for its commit. */
export interface Waiting<Item, Result> {
  readonly item: Item
  readonly size: number
  readonly deadline: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

export interface GroupBounds<Item> {
  /** Keys that running commits write to. */
  readonly busy: ReadonlySet<string>
  /**
   * The keys that an item writes to: of two items with a common key the later one is never committed before or beside the
   * earlier.
   */
  readonly keysOf: (item: Item) => Iterable<string>
  /** The most records of one commit, unless one item alone has more. */
  readonly groupLimit: number
}

/** How many waiting items are checked for one that can run beside the current commits. */
const MOST_PASSED = 500

/** Takes the next group out of a queue: the first items that may be committed now, in their order. */
export function takeGroup<Item, Result>(
  queue: readonly Waiting<Item, Result>[],
  { busy, keysOf, groupLimit }: GroupBounds<Item>,
): { group: Waiting<Item, Result>[]; rest: Waiting<Item, Result>[] } {
  const group: Waiting<Item, Result>[] = []
  const passed: Waiting<Item, Result>[] = []
  const closed = new Set<string>()
  let size = 0
  let looked = 0
  for (const waiting of queue) {
    if (passed.length >= MOST_PASSED || (group.length > 0 && size + waiting.size > groupLimit)) break
    looked += 1
    const keys = busy.size === 0 ? [] : [...keysOf(waiting.item)]
    if (keys.some((key) => busy.has(key) || closed.has(key))) {
      for (const key of keys) closed.add(key)
      passed.push(waiting)
    } else {
      size += waiting.size
      group.push(waiting)
    }
  }
  return { group, rest: passed.concat(queue.slice(looked)) }
}
