import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { createVerticalLine, type VerticalLineStore } from '#shared/charts/vertical-line.ts'
import { useLiveStatus } from '#platform/live/live-context.ts'

/** Below 640 px there is no room for the line. */
const NARROW = '(max-width: 39.99em)'

/** The vertical line of the page: forced off on a narrow screen and, in live mode, when the stream falls silent. */
export function useVerticalLine({ live }: { live: boolean }): VerticalLineStore {
  const [line] = useState(createVerticalLine)
  const status = useLiveStatus()
  const timedOut = status.kind === 'lost' && status.timeout === true
  const narrow = useNarrowScreen()
  const forcedOff = narrow || (live && timedOut)
  useEffect(() => {
    if (forcedOff) line.tell({ type: 'switched', on: false })
  }, [forcedOff, line])
  return line
}

export function useNarrowScreen(): boolean {
  return useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false
}
