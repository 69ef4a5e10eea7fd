import { type ComponentProps, type ReactNode, Suspense, useRef, useState } from 'react'
import { type WidgetTask, WidgetTaskContext } from './widget-task.ts'
import { lazyPart } from '#platform/parts/lazy-part.tsx'

/** The dialogs come with the first one that is opened, and with them the settings of all types. */
const WidgetDialogs = lazyPart('widget-settings', async () => {
  const [{ WidgetDialogs: Dialogs }, { loadSettings }] = await Promise.all([
    import('./widget-dialogs.tsx'),
    import('#shared/widgets/widget-types.ts'),
  ])
  const settings = await loadSettings()
  return function LoadedDialogs(props: Omit<ComponentProps<typeof Dialogs>, 'settings'>) {
    return <Dialogs {...props} settings={settings} />
  }
})

/** Lets everything inside add, edit and remove widgets of the unit that is open. */
export function WidgetEditor({ children }: { children: ReactNode }) {
  const [task, setTask] = useState<WidgetTask & { number: number }>()
  const [opened, setOpened] = useState(false)
  const opener = useRef<Element>(null)

  function start(next: WidgetTask): void {
    // Keeps the first opener when one dialog opens another, to return the focus to it.
    if (!opened) opener.current = document.activeElement
    setTask({ ...next, number: (task?.number ?? 0) + 1 })
    setOpened(true)
  }

  function returnFocus(): void {
    const origin = opener.current
    // The opener may have been removed with its widget.
    const next = origin?.isConnected === true ? origin : document.querySelector('#content')
    if (next instanceof HTMLElement) next.focus()
  }

  return (
    <WidgetTaskContext value={start}>
      {children}
      {task !== undefined && (
        <Suspense>
          <WidgetDialogs
            key={task.number}
            task={task}
            opened={opened}
            onClose={() => setOpened(false)}
            onClosed={returnFocus}
          />
        </Suspense>
      )}
    </WidgetTaskContext>
  )
}
