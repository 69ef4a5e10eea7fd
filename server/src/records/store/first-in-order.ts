/** Keeps the first few of many in an order, in whatever order they come. */
interface FirstInOrder<T> {
  add(item: T): void
  /** In their order. */
  finish(): T[]
}

/** A heap with the last of the kept ones on top, so that most others are refused by one comparison. */
export function keepFirst<T>(limit: number, compare: (one: T, other: T) => number): FirstInOrder<T> {
  const heap: T[] = []
  return {
    add: (item) => {
      if (heap.length < limit) {
        heap.push(item)
        rise(heap.length - 1)
      } else if (heap.length > 0 && compare(item, heap[0] as T) < 0) {
        heap[0] = item
        sink()
      }
    },
    finish: () => heap.toSorted(compare),
  }

  function rise(from: number): void {
    let place = from
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (compare(heap[parent] as T, heap[place] as T) >= 0) return
      swap(parent, place)
      place = parent
    }
  }

  function sink(): void {
    let place = 0
    while (true) {
      const left = 2 * place + 1
      let last = place
      for (const child of [left, left + 1]) {
        if (child < heap.length && compare(heap[child] as T, heap[last] as T) > 0) last = child
      }
      if (last === place) return
      swap(last, place)
      place = last
    }
  }

  function swap(one: number, other: number): void {
    const item = heap[one] as T
    heap[one] = heap[other] as T
    heap[other] = item
  }
}
