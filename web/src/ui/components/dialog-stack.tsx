import { createRequiredContext } from '#platform/context/required-context.ts'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'

interface DialogStack {
  /** The dialogs that are open, the one on top last. */
  readonly ids: readonly string[]
  readonly add: (id: string) => void
  readonly remove: (id: string) => void
}

const [StackContext, useStack] = createRequiredContext<DialogStack>(
  'useIsTopDialog needs a DialogStackProvider around it',
)

/** Knows which dialog is on top. One for each page. */
export function DialogStackProvider({ children }: { children: ReactNode }) {
  const [ids, setIds] = useState<readonly string[]>([])
  const stack = useMemo(
    () => ({
      ids,
      add: (id: string) => setIds((before) => [...before, id]),
      remove: (id: string) => setIds((before) => before.filter((one) => one !== id)),
    }),
    [ids],
  )
  return <StackContext value={stack}>{children}</StackContext>
}

/** Whether the calling dialog is the topmost. */
export function useIsTopDialog(opened: boolean): boolean {
  const { ids, add, remove } = useStack()
  const id = useId()
  useEffect(() => {
    if (!opened) return undefined
    add(id)
    return () => remove(id)
    // oxlint-disable-next-line react/exhaustive-deps -- `add` and `remove` change with the stack and do the same
  }, [opened, id])
  return ids.at(-1) === id
}
