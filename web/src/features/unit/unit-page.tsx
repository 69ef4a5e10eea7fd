import type { DataId } from '@fieldwatch/contract/ids'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import { useLiveAlerts } from '#shared/alerts/use-live-alerts.ts'
import { PrintMenu } from '#shared/print/print-menu.tsx'
import { usePageTitle } from '#ui/components/use-page-title.ts'
import { templateIdOf, templateQuery, unitQuery, useLiveUnit } from '#shared/units/unit-queries.ts'
import { UnitContext, type OpenUnit } from '#shared/units/unit-context.ts'
import { UnitFailed, UnitNotFound, UnitSkeleton } from './unit-states.tsx'
import { UnitTabs } from './unit-tabs.tsx'
import { UnitTitle } from './unit-title.tsx'
import classes from './unit-page.module.css'

// Few units try a template.
const TrialNotice = lazyPart('trial-notice', async () => (await import('./trial-notice.tsx')).TrialNotice)

/** The page of one unit: its title bar, its tabs, and the tab that is open. */
export function UnitPage() {
  const { dataID } = useParams({ from: '/signed-in/dashboard/$dataID' })
  return <OneUnit key={dataID} dataID={dataID} />
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
  const open = useMemo<OpenUnit | undefined>(
    () =>
      document === undefined || template.data === undefined ? undefined : { unit: document, template: template.data },
    [document, template.data],
  )

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
            <PrintMenu label="More of this page" />
          </div>
        </div>
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

/** Follows the unit's document and alerts. Mounted only for an existing unit: another one has no stream. */
function FollowUnit({ dataId }: { dataId: DataId }): undefined {
  useLiveUnit(dataId)
  useLiveAlerts(dataId)
}
