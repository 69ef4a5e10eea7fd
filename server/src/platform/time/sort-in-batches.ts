import { setImmediate } from 'node:timers/promises'

/** Sorted in one go, in some ten milliseconds at most. */
const RUN = 1_000
/** Comparisons between two turns of the event loop. */
const COMPARISONS_A_TURN = 10_000

/** Sorts many items by an order that takes long to compare, such as that of names, and lets others have their turn in the meantime. */
export async function sortInBatches<Item>(
  items: readonly Item[],
  compare: (left: Item, right: Item) => number,
): Promise<Item[]> {
  let runs: Item[][] = []
  for (let from = 0; from < items.length; from += RUN) {
    runs.push(items.slice(from, from + RUN).sort(compare))
    await setImmediate()
  }
  let comparisons = 0
  while (runs.length > 1) {
    const merged: Item[][] = []
    for (let place = 0; place < runs.length; place += 2) {
      const [left = [], right = []] = runs.slice(place, place + 2)
      comparisons += left.length + right.length
      if (comparisons > COMPARISONS_A_TURN) {
        await setImmediate()
        comparisons = 0
      }
      merged.push(merge(left, right, compare))
    }
    runs = merged
  }
  return runs[0] ?? []
}

/** Of two that are equal the left one comes first. */
function merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (left: Item, right: Item) => number,
): Item[] {
  const merged: Item[] = []
  let [fromLeft, fromRight] = [0, 0]
  for (;;) {
    const [one, other] = [left[fromLeft], right[fromRight]]
    if (one === undefined || other === undefined) return [...merged, ...left.slice(fromLeft), ...right.slice(fromRight)]
    if (compare(one, other) <= 0) {
      merged.push(one)
      fromLeft += 1
    } else {
      merged.push(other)
      fromRight += 1
    }
  }
}
