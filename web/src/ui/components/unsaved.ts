/** The unsaved input of a page and its dialogs. */
export interface Unsaved {
  /** Registers unsaved input; call the result when it was saved or given up. */
  hold: () => () => void
  /** The number of registered inputs. */
  count: () => number
  any: () => boolean
  /** Goes at once when nothing would be lost; otherwise when the person has said so. */
  leave: (go: () => void) => void
  /** What waits for the person's answer. */
  waiting: () => (() => void) | undefined
  /** The answer: to go, or to stay. */
  answer: (go: boolean) => void
  subscribe: (listener: () => void) => () => void
}

export function createUnsaved(): Unsaved {
  const held = new Set<object>()
  let waiting: (() => void) | undefined
  const listeners = new Set<() => void>()
  const tell = (): void => listeners.forEach((listener) => listener())
  return {
    hold() {
      const entered = {}
      held.add(entered)
      tell()
      return () => {
        held.delete(entered)
        tell()
      }
    },
    count: () => held.size,
    any: () => held.size > 0,
    leave(go) {
      if (held.size === 0) return go()
      waiting = go
      tell()
    },
    waiting: () => waiting,
    answer(isGoing) {
      const go = waiting
      waiting = undefined
      // Given up: the way there does not ask again.
      if (isGoing) held.clear()
      tell()
      if (isGoing) go?.()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
