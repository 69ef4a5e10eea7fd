import { Switch } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import type { VerticalLineStore } from '#shared/charts/vertical-line.ts'
import { useNarrowScreen } from './use-vertical-line.ts'

/** Turns the vertical line on and off; there is none on a narrow screen. */
export function VerticalLineSwitch({ line }: { line: VerticalLineStore }) {
  const on = useSyncExternalStore(line.subscribe, () => line.current().on)
  const narrow = useNarrowScreen()
  if (narrow) return undefined
  return (
    <Switch
      label="Vertical Line"
      checked={on}
      onChange={(event) => line.tell({ type: 'switched', on: event.currentTarget.checked })}
    />
  )
}
