import type { Pause } from './clock.ts'

const SLICE_MS = 100

/** Does something with each item, a few at a time, spread over about this time; it waits for none of them. */
export async function inSlices<Item>(
  items: readonly Item[],
  { overMs, pause }: { readonly overMs: number; readonly pause: Pause },
  act: (item: Item) => void,
): Promise<void> {
  const size = Math.max(1, Math.ceil((items.length * SLICE_MS) / Math.max(SLICE_MS, overMs)))
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await pause(SLICE_MS)
    for (const item of items.slice(from, from + size)) act(item)
  }
}
