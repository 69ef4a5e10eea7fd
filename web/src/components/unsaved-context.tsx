import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { createUnsaved, type Unsaved } from './unsaved.ts'

const UnsavedContext = createContext<Unsaved | undefined>(undefined)

/** Around the whole page, or around what one dialog holds. */
export const UnsavedScope = UnsavedContext.Provider

export function useUnsavedScope(): Unsaved {
  const unsaved = use(UnsavedContext)
  if (unsaved === undefined) throw new Error('useUnsavedScope needs an UnsavedScope around it')
  return unsaved
}

/** The outermost scope: all that is entered anywhere on the page. */
export function UnsavedPage({ children }: { children: ReactNode }) {
  const [page] = useState(() => createUnsaved())
  return <UnsavedScope value={page}>{children}</UnsavedScope>
}

/** Tells the dialog around it, and the page, that something was entered and is not saved: they ask before it is lost. */
export function useUnsaved(isUnsaved: boolean): void {
  const scope = useUnsavedScope()
  useEffect(() => (isUnsaved ? scope.hold() : undefined), [scope, isUnsaved])
}

/** Whether anything within the scope would be lost. */
export function useIsUnsaved(): boolean {
  const scope = useUnsavedScope()
  return useSyncExternalStore(scope.subscribe, scope.any)
}
