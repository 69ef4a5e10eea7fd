/** What was entered and is not saved yet: on the whole page, or in one dialog of it. */
export interface Unsaved {
  /** Something was entered. The returned function is called when it was saved or given up. */
  hold: () => () => void
  any: () => boolean
  subscribe: (listener: () => void) => () => void
}

/** What is held in a dialog is held on the page `around` it too. */
export function createUnsaved(around?: Unsaved): Unsaved {
  const held = new Set<object>()
  const listeners = new Set<() => void>()
  const tell = (): void => listeners.forEach((listener) => listener())
  return {
    hold() {
      const entered = {}
      const release = around?.hold()
      held.add(entered)
      tell()
      return () => {
        release?.()
        held.delete(entered)
        tell()
      }
    },
    any: () => held.size > 0,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
