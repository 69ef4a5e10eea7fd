import { createRequiredContext } from '#platform/context/required-context.ts'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

export const [UnsavedContext, useUnsavedPage] = createRequiredContext<Unsaved>(
  'useUnsavedPage needs an UnsavedPage around it',
)

/** Collects the unsaved input of the page. */
export function UnsavedPage({ children }: { children: ReactNode }) {
  const [page] = useState(() => createUnsaved())
  return <UnsavedContext value={page}>{children}</UnsavedContext>
}

/** Registers unsaved input with the page and the open dialog, which ask before it is lost. */
export function useUnsaved(isUnsaved: boolean): void {
  const page = useUnsavedPage()
  const release = useRef<() => void>(undefined)
  useEffect(() => {
    if (!isUnsaved) return undefined
    release.current = page.hold()
    return release.current
  }, [page, isUnsaved])
  // Earlier than other effects end, so that a dialog that opens in place of another does not count what was entered in that.
  useLayoutEffect(() => () => release.current?.(), [])
}

/** Whether anything on the page would be lost. */
export function useIsUnsaved(): boolean {
  const page = useUnsavedPage()
  return useSyncExternalStore(page.subscribe, page.any)
}

/** The unsaved input of a page and its dialogs. */
interface Unsaved {
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

function createUnsaved(): Unsaved {
  const held = new Set<object>()
  let waiting: (() => void) | undefined
  const listeners = new Set<() => void>()
  const notify = (): void => listeners.forEach((listener) => listener())
  return {
    hold() {
      const entered = {}
      held.add(entered)
      notify()
      return () => {
        held.delete(entered)
        notify()
      }
    },
    count: () => held.size,
    any: () => held.size > 0,
    leave(go) {
      if (held.size === 0) return go()
      waiting = go
      notify()
    },
    waiting: () => waiting,
    answer(isGoing) {
      const go = waiting
      waiting = undefined
      // Given up: the way there does not ask again.
      if (isGoing) held.clear()
      notify()
      if (isGoing) go?.()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
