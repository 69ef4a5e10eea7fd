import { SHARED_UNIT, type SharedScreen } from '@fieldwatch/contract/visitors/shared-screens'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { Suspense } from 'react'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { OverviewWidgetsView } from '@fieldwatch/web/shared/widgets/overview-widgets.tsx'
import { LoadingSkeleton } from '@fieldwatch/web/ui/components/loading-skeleton.tsx'
import { usePageTitle } from '@fieldwatch/web/ui/components/use-page-title.ts'
import { ScreenFrame } from '@fieldwatch/web/visit/screen-frame.tsx'
import { SharedChart } from '@fieldwatch/web/visit/shared-chart.tsx'
import { SharedIncident } from '@fieldwatch/web/visit/shared-incident.tsx'
import { SharedMap } from './shared-map.tsx'
import { t } from '../texts.ts'

const SharedEvents = lazyPart('shared-events', async () => (await import('./events-page.tsx')).SharedEvents)
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
      state={fixed ?? (isStale ? t('shares.visit.stale') : t('shares.visit.live'))}
    >
      <Suspense fallback={<LoadingSkeleton height="20rem" width="100%" />}>
        <ScreenContent screen={screen} />
      </Suspense>
    </ScreenFrame>
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
      return t('shares.visit.incident')
    case 'map':
      return screen.atUTC === null
        ? undefined
        : t('shares.visit.map.at', { when: formatMoment(Date.parse(screen.atUTC), timeFormat) })
    case 'overview':
      return undefined
    default:
      return screen.range.kind === 'between' ? t('shares.visit.fixed') : undefined
  }
}
