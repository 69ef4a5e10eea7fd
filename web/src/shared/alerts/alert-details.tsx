import type { Alert } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import { Button, Switch, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense, useCallback } from 'react'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { IconPlus } from '#ui/icons/icons.ts'
import { LastAct, OpenAct } from './alert-acts.tsx'
import { AlertList } from './alert-list.tsx'
import type { AlertedUnit } from './alert-columns.tsx'
import type { AlertListKind } from './alert-page-query.ts'
import type { AlertPlace } from './alert-place.ts'
import { useAlertActs } from './use-alert-acts.ts'
import { AlertWizard } from './wizard/alert-wizard.tsx'
import classes from './alerts.module.css'
import { t } from './texts.ts'

interface AlertDetailsProps {
  /** The level of its heading. */
  order: 2 | 3
  /** Only the alerts on a unit; left out: all of them. */
  unit?: AlertedUnit
  /** What the address says of it. */
  place: AlertPlace
  onPlace: (place: AlertPlace) => void
}

const AlertDialog = lazyPart('alert', async () => (await import('./alert-dialog.tsx')).AlertDialog)

/**
 * The alerts of a person, on one unit or on all, and what is done about them (specification, document 2, section 2.6). The page has them
 * followed (`useLiveAlerts`).
 */
export function AlertDetails({ order, unit, place, onPlace }: AlertDetailsProps) {
  const dataId = unit?.dataID
  const { role } = useMe()
  const acts = useAlertActs()
  const [creating, create] = useDisclosure(false)
  const isAdmin = role === 'admin'
  const all = isAdmin && place.all === true
  const open = useCallback(
    (id: AlertId | undefined) => onPlace({ ...(all ? { all } : {}), ...(id === undefined ? {} : { alert: id }) }),
    [all, onPlace],
  )
  const list = { unit, acts, onOpen: useCallback(({ id }: Alert) => open(id), [open]) }
  return (
    <section aria-label={t('alerts.title')} className={classes['details']}>
      <div className={classes['head']}>
        <Title order={order} size="h5">
          {t('alerts.title')}
        </Title>
        {isAdmin ? (
          <Switch
            label={t('alerts.view-all')}
            checked={all}
            onChange={({ currentTarget: { checked } }) => onPlace(checked ? { all: true } : {})}
          />
        ) : undefined}
        <Button leftSection={<IconPlus size="1rem" aria-hidden="true" />} onClick={create.open}>
          {t('alerts.create-alert')}
        </Button>
      </div>
      <LastAct acts={acts} />
      {all ? (
        <AlertList key="all" kind="all" title={t('alerts.list.all')} emptyText={emptyText('all', dataId)} {...list} />
      ) : (
        <>
          <AlertList
            key="owner"
            kind="owner"
            title={t('alerts.list.owner')}
            emptyText={emptyText('owner', dataId)}
            {...list}
          />
          <AlertList
            key="viewer"
            kind="viewer"
            title={t('alerts.list.viewer')}
            emptyText={emptyText('viewer', dataId)}
            {...list}
          />
        </>
      )}
      <OpenAct acts={acts} />
      <AlertWizard opened={creating} {...(dataId === undefined ? {} : { dataID: dataId })} onClose={create.close} />
      <Suspense>
        {place.alert === undefined ? undefined : (
          <AlertDialog key={place.alert} alertId={place.alert} dataId={dataId} onClose={() => open(undefined)} />
        )}
      </Suspense>
    </section>
  )
}

function emptyText(kind: AlertListKind, dataId: DataId | undefined): string {
  return t(`alerts.empty.${kind}`, { where: dataId === undefined ? 'all' : 'device' })
}
