const ONE = (): number => 1

/** Options of an `LRUCache` for many entries. With `max`, it would take the memory for all of them at once: 23 bytes each, and milliseconds. */
export function entriesAtMost(count: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: count, sizeCalculation: ONE }
}
