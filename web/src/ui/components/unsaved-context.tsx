import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createUnsaved, type Unsaved } from './unsaved.ts'

const UnsavedContext = createContext<Unsaved | undefined>(undefined)

export function useUnsavedPage(): Unsaved {
  const unsaved = use(UnsavedContext)
  if (unsaved === undefined) throw new Error('useUnsavedPage needs an UnsavedPage around it')
  return unsaved
}

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
