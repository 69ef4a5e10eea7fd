import { readDrawnReader } from '@fieldwatch/contract/visitors/drawn-page'
import { getSharedScreen, type SharedScreen } from '@fieldwatch/contract/visitors/shared-screens'
import { Text } from '@mantine/core'
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { Themed } from '#app/themed.tsx'
import { ApiProvider, useApi } from '#platform/api/api-context.tsx'
import { createSend } from '#platform/api/send.ts'
import { LiveContext } from '#platform/live/live-context.ts'
import { PrintProvider } from '#platform/print/print-context.tsx'
import { ME_KEY } from '#platform/session/me-key.ts'
import { createVisitClient } from './open-link.tsx'
import { SharedChart } from './shared-chart.tsx'
import { DrawnEvents } from './shared-events.tsx'
import { ScreenFrame } from './screen-frame.tsx'
import { t } from './texts.ts'
import { createVisitApi } from './visit-api.ts'
import { createVisitLive } from './visit-live.ts'
import { VISITOR } from './visitor.ts'

interface DrawnPageProps {
  /** The query of the address, which says how the recipient reads. */
  search: string
  fetch: typeof fetch
}

const SCREEN_KEY = ['drawn-screen'] as const

/**
 * The screen of a report, which the portal draws as PDF. It knows no pass: the portal that draws it answers its requests, and to anyone
 * else it has nothing to show.
 */
export function DrawnPage({ search, fetch }: DrawnPageProps) {
  const [parts] = useState(() => {
    const { timeFormat, measures, timeZone } = readDrawnReader(search) ?? { ...VISITOR, timeZone: 'UTC' }
    const reader = { ...VISITOR, timeFormat, measures }
    return {
      timeZone,
      api: createVisitApi(createSend(fetch), '', { reader }),
      client: createVisitClient(reader),
      // A drawn page does not change with time, so it needs no connection.
      live: createVisitLive('', () => undefined),
    }
  })
  return (
    <PrintProvider>
      <Themed colorScheme="light">
        <QueryClientProvider client={parts.client}>
          <ApiProvider value={parts.api}>
            <LiveContext value={parts.live}>
              <DrawnScreen timeZone={parts.timeZone} />
              <DrawnSignal />
            </LiveContext>
          </ApiProvider>
        </QueryClientProvider>
      </Themed>
    </PrintProvider>
  )
}

function DrawnScreen({ timeZone }: { timeZone: string }) {
  const api = useApi()
  const { data: screen, isError } = useQuery({
    queryKey: SCREEN_KEY,
    queryFn: async ({ signal }) => (await api.call(getSharedScreen, {}, { signal })).details,
    staleTime: Infinity,
  })
  if (isError) return <Text p="md">{t('visit.drawn.closed')}</Text>
  if (screen === undefined) return undefined
  return (
    <ScreenFrame name={screen.name} state={t('visit.drawn.time-zone', { timeZone })}>
      <DrawnContent screen={screen} />
    </ScreenFrame>
  )
}

function DrawnContent({ screen }: { screen: SharedScreen }) {
  if (screen.kind === 'chart') return <SharedChart chart={screen.chart} range={screen.range} />
  return screen.kind === 'events' ? <DrawnEvents screen={screen} /> : undefined
}

declare global {
  /** Given by the portal when it draws: to be called once everything is drawn, with what failed. */
  var pageIsDrawn: ((failure: string) => void) | undefined
}

/** Tells the portal that everything on the page is drawn, or what failed. */
function DrawnSignal() {
  const client = useQueryClient()
  const cache = useMemo(() => client.getQueryCache(), [client])
  useEffect(() => {
    let isTold = false
    const look = (): void => {
      const states = cache
        .findAll({ predicate: ({ queryKey: [name] }) => name !== ME_KEY[0] })
        .map(({ state, queryKey: [name] }) => ({ ...state, name }))
      const failed = states.find(({ status }) => status === 'error')
      const isWhole =
        states.some(({ name }) => name !== SCREEN_KEY[0]) && states.every(({ status }) => status === 'success')
      if (isTold || (failed === undefined && !isWhole)) return
      isTold = true
      if (failed !== undefined) globalThis.pageIsDrawn?.(failed.error?.message ?? 'unknown')
      else void drawn().then(() => globalThis.pageIsDrawn?.(''))
    }
    look()
    return cache.subscribe(look)
  }, [cache])
  return undefined
}

/** After the fonts arrived, and the frame in which canvases draw. */
async function drawn(): Promise<void> {
  await document.fonts.ready
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })
}
