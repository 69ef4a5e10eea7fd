import { SHARED_UNIT, type SharedScreen } from '@fieldwatch/contract/visitors/shared-screens'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { Title } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import type { WebExtension } from '#platform/extensions/web-extension.ts'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { OverviewWidgetsView } from '#shared/widgets/overview-widgets.tsx'
import { LoadingSkeleton } from '#ui/components/loading-skeleton.tsx'
import { Logo } from '#ui/components/logo.tsx'
import { usePageTitle } from '#ui/components/use-page-title.ts'
import { SharedChart } from './shared-chart.tsx'
import { SharedMap } from './shared-map.tsx'
import classes from './visit.module.css'
import { t } from './texts.ts'

const SharedEvents = lazyPart('shared-events', async () => (await import('./shared-events.tsx')).SharedEvents)
const SharedIncident = lazyPart('shared-incident', async () => {
  const extensions: readonly WebExtension[] = Object.values(await import('../extensions.ts'))
  return (await extensions.find(({ sharedIncident }) => sharedIncident)?.sharedIncident?.()) ?? Nothing
})

/** A portal without incidents shows none. */
function Nothing(_props: { version: string }) {
  return undefined
}

type LinkScreen = Exclude<SharedScreen, { kind: 'own' }>

interface SharedScreenViewProps {
  screen: LinkScreen
  /** The connection is lost: values may be out of date. */
  isStale: boolean
}

/** What a link shows, under the name of the unit, or its own title. */
export function SharedScreenView({ screen, isStale }: SharedScreenViewProps) {
  usePageTitle(screen.name)
  const fixed = useFixedText(screen)
  return (
    <ScreenFrame
      name={screen.kind === 'incident' ? undefined : screen.name}
      state={fixed ?? (isStale ? t('visit.stale') : t('visit.live'))}
    >
      <Suspense fallback={<LoadingSkeleton height="20rem" width="100%" />}>
        <ScreenContent screen={screen} />
      </Suspense>
    </ScreenFrame>
  )
}

interface ScreenFrameProps {
  /** Left out where the content has its own. */
  name: string | undefined
  state: string
  children: ReactNode
}

/** What is around each screen. */
export function ScreenFrame({ name, state, children }: ScreenFrameProps) {
  return (
    <div className={classes['page']}>
      <header className={classes['head']}>
        <Logo size="1.5rem" />
        {name === undefined ? undefined : (
          <Title order={1} size="h3" className={classes['name'] ?? ''} title={name}>
            {name}
          </Title>
        )}
        <output className={classes['state']}>{state}</output>
      </header>
      <main className={classes['main']}>{children}</main>
    </div>
  )
}

// oxlint-disable-next-line typescript/consistent-return -- the switch is exhaustive, and the compiler checks it
function ScreenContent({ screen }: { screen: LinkScreen }) {
  switch (screen.kind) {
    case 'overview':
      // Without what can be changed on it, and without the tracks of its maps.
      return (
        <OverviewWidgetsView
          unit={{ dataID: SHARED_UNIT, friendlyName: screen.name }}
          overview={screen.overview}
          hasTracks={false}
        />
      )
    case 'chart':
      return <SharedChart chart={screen.chart} range={screen.range} />
    case 'events':
      return <SharedEvents screen={screen} />
    case 'incident':
      return <SharedIncident version={[screen.version, ...screen.units].join(' ')} />
    case 'map':
      return <SharedMap screen={screen} />
  }
}

/** What is said of a screen that does not go on with the time. */
function useFixedText(screen: LinkScreen): string | undefined {
  const { timeFormat } = useMe()
  switch (screen.kind) {
    case 'incident':
      return t('visit.incident')
    case 'map':
      return screen.atUTC === null
        ? undefined
        : t('visit.map.at', { when: formatMoment(Date.parse(screen.atUTC), timeFormat) })
    case 'overview':
      return undefined
    default:
      return screen.range.kind === 'between' ? t('visit.fixed') : undefined
  }
}
