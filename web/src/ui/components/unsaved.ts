/** What was entered on a page, in its dialogs too, and is not saved yet. */
export interface Unsaved {
  /** Something was entered. The returned function is called when it was saved or given up. */
  hold: () => () => void
  /** How many things are held. */
  count: () => number
  any: () => boolean
  subscribe: (listener: () => void) => () => void
}

export function createUnsaved(): Unsaved {
  const held = new Set<object>()
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
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
