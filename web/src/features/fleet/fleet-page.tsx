import { Button, Skeleton, Text } from '@mantine/core'
import { MOST_STATE_UNITS } from '@fieldwatch/contract/replay/state'
import { useMediaQuery } from '@mantine/hooks'
import { IconList, IconMap } from '#ui/icons/icons.ts'
import { usePrefetchQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { SkipLink } from '#ui/components/skip-link.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { useIdle } from '#ui/components/use-idle.ts'
import { useIsLow } from '#ui/components/use-is-low.ts'
import { usePageTitle } from '#ui/components/use-page-title.ts'
import { LABELS_TO_COME, useLabels } from '#shared/labels/label-queries.ts'
import { MapError } from '#shared/map/map-error.tsx'
import { MapLoading } from '#shared/map/map-loading.tsx'
import { mapSettingsQuery } from '#shared/map/map-queries.ts'
import { useMoment, useReplay } from '#shared/moment/replay-context.ts'
import { ReplayProvider } from '#shared/moment/replay-provider.tsx'
import { ReplayButton } from '#shared/replay/replay-button.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { Slot } from '#platform/extensions/slot.tsx'
import { BatchSending } from './batch/batch-sending.tsx'
import { ChoiceButton } from './batch/choice-button.tsx'
import { type Chosen, NONE } from './batch/chosen-units.ts'
import { EditLabelsButton } from './edit-labels-button.tsx'
import { useUnits } from './fleet-queries.ts'
import { ImportUnitsButton } from './import/import-units-button.tsx'
import { filterOf, startText, withAddress, withParts, withTyped } from './fleet-search.ts'
import { useUnitsThen } from './use-units-then.ts'
import type { FleetMapProps } from './fleet-map.tsx'
import { FleetEmpty, FleetSkeleton } from './fleet-states.tsx'
import { FleetToolbar } from './fleet-toolbar.tsx'
import { countByFilter, filterUnits, labelledUnits, ownUnits, searchUnits } from './unit-filter.ts'
import { ListViewButton } from './list-view/list-view-button.tsx'
import { useListView } from './list-view/list-view-queries.ts'
import { createUnitSorter } from './list-view/sort-units.ts'
import { sortKeyOf } from './list-view/unit-cells.ts'
import { UnitsShown } from './list-view/units-shown.tsx'
import { useCellSources } from './list-view/use-cell-sources.ts'
import classes from './fleet-page.module.css'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { t } from './texts.ts'

// The map is loaded apart, so that its failure does not take the list with it.
const FleetMap = lazyPart('map', async () => (await import('./fleet-map.tsx')).FleetMap, MapError)

// The list is live most of the time.
const ReplayBar = lazyPart('replay', async () => (await import('#shared/replay/replay-bar.tsx')).ReplayBar)
const MomentPanel = lazyPart('replay', async () => (await import('#shared/replay/moment-panel.tsx')).MomentPanel)

const JobDialog = lazyPart('unit-job', async () => (await import('./jobs/job-dialog.tsx')).JobDialog)

const LabelFilter = lazyPart('labels', async () => (await import('./label-filter.tsx')).LabelFilter)

const BatchDialog = lazyPart('batch', async () => (await import('./batch/batch-dialog.tsx')).BatchDialog)

/** How often activity, which is shown in steps of five minutes, is updated. */
const AGEING_MS = 30_000

/** The target of the link that skips the list. */
const MAP_ID = 'map'

/** Below this width the list and the map take turns (specification, document 1, section 9). */
const SMALL_SCREEN = '(max-width: 48em)'

/** The main dashboard: the units of the viewing entities, as a list and on a map. */
export function FleetPage() {
  return (
    <ReplayProvider>
      <Fleet />
    </ReplayProvider>
  )
}

function Fleet() {
  usePageTitle(t('fleet.title'))
  const { entityViewing, role, units: own } = useMe()
  const address = useSearch({ from: '/signed-in/dashboard' })
  const navigate = useNavigate({ from: '/dashboard' })
  const filter = filterOf(address)
  const [box, setBox] = useState(() => startText(address.search ?? ''))
  if (box.address !== (address.search ?? '')) setBox(withAddress(box, address.search ?? ''))
  const search = box.text
  const deferredSearch = useDeferredValue(search)
  const [choice, setChoice] = useState<Chosen>()
  const small = useMediaQuery(SMALL_SCREEN, undefined, { getInitialValueInEffect: false }) ?? false
  const low = useIsLow()
  const isPast = useReplay() !== undefined
  const now = useMoment(AGEING_MS)
  const { data: listed, error, refetch } = useUnits(entityViewing)

  const labels = useLabels({ enabled: listed !== undefined })
  const wanted = useMemo(
    () => (address.labels ?? []).filter((id) => labels === LABELS_TO_COME || labels.has(id)),
    [address.labels, labels],
  )

  const isMine = address.mine === true && own.length > 0
  const sought = useMemo(
    () =>
      listed === undefined
        ? undefined
        : labelledUnits(searchUnits(isMine ? ownUnits(listed, new Set(own)) : listed, deferredSearch, labels), wanted),
    [listed, isMine, own, deferredSearch, labels, wanted],
  )
  const { view, change: changeView, error: viewError } = useListView()
  const sources = useCellSources({ view, labels })
  const { units: all, isCut, moving } = useUnitsThen({ listed, sought, value: view?.value })
  const [sortUnits] = useState(createUnitSorter)
  const sort = view?.sort
  const sorted = useMemo(
    () => (sort === undefined ? [] : sortUnits(all ?? [], sort, sortKeyOf(sort.by, sources))),
    [all, sort, sources, sortUnits],
  )
  const units = view === undefined ? undefined : all
  const looked = useMemo(() => (isMine ? ownUnits(sorted, new Set(own)) : sorted), [isMine, own, sorted])
  const found = useMemo(
    () => labelledUnits(searchUnits(looked, deferredSearch, labels), wanted),
    [looked, deferredSearch, labels, wanted],
  )
  const counts = useMemo(() => countByFilter(found), [found])
  const shown = useMemo(() => filterUnits(found, filter), [found, filter])
  const isAdmin = role === 'admin'
  const chosen = isAdmin && !isPast ? choice : undefined
  // In the one row of a low window, only a list as wide as the window has room for the tools that are rarely used.
  const hasRoom = !isPast && (!low || small || view?.layout === 'table')
  const mapShown = small ? address.show === 'map' : view?.layout !== 'table'

  const names = useMemo(
    () => new Map<string, string>(listed?.map(({ dataID, friendlyName }) => [dataID, friendlyName])),
    [listed],
  )
  const nameOf = useCallback((dataId: string) => names.get(dataId) ?? dataId, [names])

  function changeSearch(text: string): void {
    setBox(withTyped(box, text))
    void navigate({ search: (before) => withParts(before, { search: text }), replace: true })
  }

  function showBatch(batch: number | undefined): void {
    // What was entered in the dialog before it has been sent.
    void navigate({ search: (before) => withParts(before, { batch }), replace: true, ignoreBlocker: true })
  }

  function showJob(job: number | undefined): void {
    void navigate({ search: (before) => withParts(before, { job }), replace: true, ignoreBlocker: true })
  }

  const lookButton = view === undefined ? undefined : <ListViewButton view={view} units={shown} onChange={changeView} />

  return (
    <div className={classes['frame']}>
      {isPast ? (
        <div className={classes['replay']}>
          <Suspense fallback={<Skeleton height="8rem" />}>
            <ReplayBar />
            {isCut ? <Text c="dimmed">{t('fleet.replay.cut', { count: MOST_STATE_UNITS })}</Text> : undefined}
            <MomentPanel nameOf={nameOf} />
          </Suspense>
        </div>
      ) : undefined}
      <div className={classes['page']}>
        {small && mapShown ? undefined : (
          <section aria-label={t('fleet.list')} className={classes['column']} data-wide={!mapShown}>
            <FleetToolbar
              counts={units && counts}
              shown={shown.length}
              all={units?.length ?? 0}
              filter={filter}
              onFilter={(next) =>
                void navigate({ search: (before) => withParts(before, { filter: next }), replace: true })
              }
              search={search}
              onSearch={changeSearch}
              low={low}
              adding={hasRoom ? <ImportUnitsButton compact={low} onBegun={({ jobID }) => showJob(jobID)} /> : undefined}
              tools={
                <>
                  {lookButton}
                  <ReplayButton
                    compact
                    onOpen={(replay) => void navigate({ search: (before) => ({ ...before, ...replay }) })}
                  />
                  {isPast && shown.length > 0 ? (
                    <Slot
                      name="screen.share"
                      of={{
                        name: t('fleet.map'),
                        size: 'var(--fw-control)',
                        thing: () => ({ kind: 'map', dataIds: shown.map(({ dataID }) => dataID), at: now }),
                        units: shown.length,
                      }}
                    />
                  ) : undefined}
                  {isAdmin && hasRoom ? <EditLabelsButton /> : undefined}
                  {isAdmin && !isPast ? (
                    <ChoiceButton
                      choosing={chosen !== undefined}
                      onPress={() => setChoice(chosen === undefined ? NONE : undefined)}
                    />
                  ) : undefined}
                </>
              }
              isPast={isPast}
              mine={own.length === 0 ? undefined : isMine}
              onMine={(mine) =>
                void navigate({ search: (before) => withParts(before, { mine: mine || undefined }), replace: true })
              }
            />
            {viewError === null ? undefined : (
              <FailureNote text={t('fleet.view.not-saved')} advice={viewError.message} />
            )}
            {units === undefined || labels.size === 0 || (low && wanted.length === 0) ? undefined : (
              <Suspense fallback={undefined}>
                <LabelFilter
                  labels={labels}
                  chosen={wanted}
                  onChange={(next) =>
                    void navigate({ search: (before) => withParts(before, { labels: next }), replace: true })
                  }
                />
              </Suspense>
            )}
            {chosen === undefined ? undefined : (
              <BatchSending
                chosen={chosen}
                shown={shown}
                units={units ?? []}
                onChange={setChoice}
                onLeave={() => setChoice(undefined)}
                onShow={showBatch}
                onShowJob={showJob}
              />
            )}
            {units === undefined ? (
              error === null ? (
                <FleetSkeleton />
              ) : (
                <LoadFailure page title={t('fleet.failed')} message={error.message} onRetry={() => void refetch()} />
              )
            ) : shown.length === 0 ? (
              <FleetEmpty
                filtered={units.length > 0}
                mayAdd={isAdmin}
                onShowAll={() => {
                  setBox(withTyped(box, ''))
                  void navigate({ search: ({ show }) => (show === undefined ? {} : { show }), replace: true })
                }}
              />
            ) : (
              <>
                {small || !mapShown ? undefined : <SkipLink to={MAP_ID}>{t('fleet.skip-list')}</SkipLink>}
                {view === undefined ? undefined : (
                  <UnitsShown
                    units={shown}
                    sources={{ ...sources, now, isPast }}
                    view={view}
                    onChange={changeView}
                    tight={low}
                    chosen={chosen}
                    onChoose={setChoice}
                  />
                )}
              </>
            )}
          </section>
        )}
        {mapShown ? (
          <div id={MAP_ID} tabIndex={-1} className={classes['map']}>
            {units === undefined ? (
              error === null && <MapLoading />
            ) : (
              <MapWhenIdle
                units={shown}
                moving={moving}
                icons={sources.icons}
                triggered={sources.triggered}
                now={now}
                occasion={[filter, deferredSearch, String(isMine), ...wanted, ...entityViewing].join('\n')}
              />
            )}
          </div>
        ) : undefined}
        {small && (mapShown || chosen === undefined) ? (
          <Button
            className={classes['toggle'] ?? ''}
            leftSection={mapShown ? <IconList aria-hidden="true" /> : <IconMap aria-hidden="true" />}
            onClick={() =>
              void navigate({
                search: (before) => withParts(before, { show: mapShown ? undefined : 'map' }),
                replace: true,
              })
            }
          >
            {mapShown ? t('fleet.show-list') : t('fleet.show-map')}
          </Button>
        ) : undefined}
        <Suspense fallback={undefined}>
          {isAdmin && address.batch !== undefined ? (
            <BatchDialog batchId={address.batch} onClose={() => showBatch(undefined)} />
          ) : undefined}
          {isAdmin && address.job !== undefined ? (
            <JobDialog jobId={address.job} onShow={showJob} onClose={() => showJob(undefined)} />
          ) : undefined}
        </Suspense>
      </div>
    </div>
  )
}

/** Loads the map, the heaviest part of the page, after the list. */
function MapWhenIdle(props: FleetMapProps) {
  const idle = useIdle()
  usePrefetchQuery(mapSettingsQuery(useApi()))
  return <Suspense fallback={<MapLoading />}>{idle ? <FleetMap {...props} /> : <MapLoading />}</Suspense>
}
