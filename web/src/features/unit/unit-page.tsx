import type { DataId } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import { useLiveAlerts } from '#shared/alerts/use-live-alerts.ts'
import type { ReplaySearch } from '#shared/moment/replay-address.ts'
import { useReplay, useReplaySubject, useSnapshot } from '#shared/moment/replay-context.ts'
import { ReplayProvider } from '#shared/moment/replay-provider.tsx'
import { ReplayButton } from '#shared/replay/replay-button.tsx'
import { useIsPhone } from '#ui/components/use-is-phone.ts'
import { unitAtMoment } from '#shared/units/unit-at-moment.ts'
import { parsePickedRange } from '#shared/time-range/picked-range.ts'
import { PrintMenu } from '#shared/print/print-menu.tsx'
import { usePageTitle } from '#ui/components/use-page-title.ts'
import { templateIdOf, templateQuery, unitQuery, useLiveUnit } from '#shared/units/unit-queries.ts'
import { type OpenUnit, UnitContext } from '#shared/units/unit-context.ts'
import { UnitTabs } from './unit-tabs.tsx'
import { UnitTitle } from './unit-title.tsx'
import classes from './unit-page.module.css'
import { Button, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { t } from './texts.ts'

// Few units try a template.
const TrialNotice = lazyPart('trial-notice', async () => (await import('./trial-notice.tsx')).TrialNotice)

// Pages are live most of the time.
const ReplayBar = lazyPart('replay', async () => (await import('#shared/replay/replay-bar.tsx')).ReplayBar)
const MomentPanel = lazyPart('replay', async () => (await import('#shared/replay/moment-panel.tsx')).MomentPanel)

/** The page of one unit: its title bar, its tabs, and the tab that is open. */
export function UnitPage() {
  const { dataID } = useParams({ from: '/signed-in/dashboard/$dataID' })
  return (
    <ReplayProvider key={dataID}>
      <OneUnit dataID={dataID} />
    </ReplayProvider>
  )
}

function OneUnit({ dataID }: { dataID: string }) {
  const api = useApi()
  const unit = useQuery(unitQuery(api, dataID))
  const document = unit.data
  const template = useQuery({
    ...templateQuery(api, document === undefined ? undefined : templateIdOf(document)),
    // Keeps showing the former template until another one has loaded.
    placeholderData: keepPreviousData,
  })
  usePageTitle(document?.friendlyName)
  const shown = useUnitThen(document)
  const open = useMemo<OpenUnit | undefined>(
    () => (shown === undefined || template.data === undefined ? undefined : { unit: shown, template: template.data }),
    [shown, template.data],
  )
  const openReplay = useOpenReplay()
  const replay = useReplay()
  const isPhone = useIsPhone()

  if (hasCode(unit.error, 'unit/not-found', 'request/invalid')) return <UnitNotFound dataId={dataID} />
  if (open === undefined) {
    if (unit.error === null && template.error === null) return <UnitSkeleton />
    return <UnitFailed onRetry={() => void (unit.error === null ? template.refetch() : unit.refetch())} />
  }
  return (
    <UnitContext value={open}>
      <FollowUnit dataId={open.unit.dataID} />
      <div className={classes['page']}>
        <div className={classes['head']}>
          <UnitTitle unit={open.unit} />
          <div className={classes['parts']}>
            <UnitTabs dataId={dataID} template={open.template} apps={open.unit.apps} />
            <ReplayButton compact={isPhone} {...openReplay} />
            <PrintMenu label={t('unit.more')} />
          </div>
        </div>
        {replay === undefined ? undefined : (
          <Suspense fallback={<Skeleton height="8rem" />}>
            <ReplayBar />
            <MomentPanel />
          </Suspense>
        )}
        {template.data?.trial === undefined ? undefined : (
          <Suspense fallback={undefined}>
            <TrialNotice unit={open.unit} template={template.data} trial={template.data.trial} />
          </Suspense>
        )}
        <Outlet />
      </div>
    </UnitContext>
  )
}

/** The unit as it was at the moment that its page shows; as it is while the page is live. */
function useUnitThen(unit: DataDocument | undefined): DataDocument | undefined {
  const replay = useReplay()
  const dataId = unit?.dataID
  useReplaySubject(useMemo(() => (dataId === undefined ? undefined : [dataId]), [dataId]))
  const state = useSnapshot()?.units.get(dataId ?? '')
  return useMemo(
    () => (unit === undefined || replay === undefined ? unit : unitAtMoment(unit, state)),
    [unit, replay, state],
  )
}

/** Replays the charts where they are shown, with the range of their past, and the overview otherwise. */
function useOpenReplay() {
  const navigate = useNavigate()
  const { dataID } = useParams({ from: '/signed-in/dashboard/$dataID' })
  const isCharts = useLocation({ select: ({ pathname }) => pathname.endsWith('/time-series') })
  const { history }: { history?: string } = useSearch({ strict: false })
  const picked = isCharts && history !== undefined ? parsePickedRange(history) : undefined
  return {
    range: picked,
    onOpen: (replay: ReplaySearch) =>
      void navigate({
        to: isCharts ? '/dashboard/$dataID/time-series' : '/dashboard/$dataID',
        params: { dataID },
        search: replay,
        resetScroll: false,
      }),
  }
}

/** Follows the unit's document and alerts. Mounted only for an existing unit: another one has no stream. */
function FollowUnit({ dataId }: { dataId: DataId }): undefined {
  useLiveUnit(dataId)
  useLiveAlerts(dataId)
}

/** The skeleton of the page. */
function UnitSkeleton() {
  return (
    <div className={classes['page']} aria-busy="true">
      <VisuallyHidden>{t('unit.loading')}</VisuallyHidden>
      <Skeleton height="3rem" width="min(24rem, 80%)" />
      <Skeleton height="var(--fw-touch-target)" />
      <div className={classes['tiles']}>
        {Array.from({ length: 8 }, (_unused, tile) => (
          <Skeleton key={tile} height="11rem" />
        ))}
      </div>
    </div>
  )
}

function UnitNotFound({ dataId }: { dataId: string }) {
  return (
    <Stack className={classes['note'] ?? ''}>
      <Title order={1} size="h3">
        {t('unit.not-found')}
      </Title>
      <Text c="dimmed">{t('unit.not-found.help', { dataId })}</Text>
      <Button component={Link} to="/dashboard">
        {t('unit.not-found.all')}
      </Button>
    </Stack>
  )
}

function UnitFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Stack role="alert" className={classes['note'] ?? ''}>
      <Title order={1} size="h3">
        {t('unit.failed')}
      </Title>
      <Text c="dimmed">{t('unit.failed.help')}</Text>
      <Button onClick={onRetry}>{t('unit.retry')}</Button>
    </Stack>
  )
}
