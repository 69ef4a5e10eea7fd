import { SHARED_UNIT, type SharedScreen } from '@fieldwatch/contract/shares/shared-screens'
import { Title } from '@mantine/core'
import { usePageTitle } from '#ui/components/use-page-title.ts'
import { Logo } from '#ui/components/logo.tsx'
import { SharedChart } from './shared-chart.tsx'
import classes from './visit.module.css'
import { t } from './texts.ts'
import type { OverviewWidgets } from '@fieldwatch/contract/widgets/widget-kinds'
import { OverviewWidgetsView } from '#shared/widgets/overview-widgets.tsx'

interface SharedScreenViewProps {
  screen: Exclude<SharedScreen, { kind: 'board' }>
  /** The connection is lost: values may be out of date. */
  isStale: boolean
}

/** What a link shows, under the name of the unit. */
export function SharedScreenView({ screen, isStale }: SharedScreenViewProps) {
  usePageTitle(screen.name)
  const isFixed = screen.kind === 'chart' && screen.range.kind === 'between'
  return (
    <div className={classes['page']}>
      <header className={classes['head']}>
        <Logo size="1.5rem" />
        <Title order={1} size="h3" className={classes['name'] ?? ''} title={screen.name}>
          {screen.name}
        </Title>
        <output className={classes['state']}>
          {isFixed ? t('visit.fixed') : isStale ? t('visit.stale') : t('visit.live')}
        </output>
      </header>
      <main className={classes['main']}>
        {screen.kind === 'overview' ? (
          <SharedOverview name={screen.name} overview={screen.overview} />
        ) : (
          <SharedChart chart={screen.chart} range={screen.range} />
        )}
      </main>
    </div>
  )
}

interface SharedOverviewProps {
  /** Of the unit. */
  name: string
  overview: OverviewWidgets
}

/** The overview of a unit, without what can be changed on it and without the tracks of its maps. */
function SharedOverview({ name, overview }: SharedOverviewProps) {
  return (
    <OverviewWidgetsView unit={{ dataID: SHARED_UNIT, friendlyName: name }} overview={overview} hasTracks={false} />
  )
}
