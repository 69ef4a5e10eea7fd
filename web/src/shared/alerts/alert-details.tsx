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
import type { AlertPlace } from './alert-place.ts'
import { useAlertActs } from './use-alert-acts.ts'
import { AlertWizard } from './wizard/alert-wizard.tsx'
import classes from './alerts.module.css'

interface AlertDetailsProps {
  /** Of its heading. */
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
    <section aria-label="Alert Details" className={classes['details']}>
      <div className={classes['head']}>
        <Title order={order} size="h5">
          Alert Details
        </Title>
        {isAdmin ? (
          <Switch
            label="View All Alerts"
            checked={all}
            onChange={({ currentTarget: { checked } }) => onPlace(checked ? { all: true } : {})}
          />
        ) : undefined}
        <Button leftSection={<IconPlus size="1rem" aria-hidden="true" />} onClick={create.open}>
          Create Alert
        </Button>
      </div>
      <LastAct acts={acts} />
      {all ? (
        <AlertList key="all" kind="all" title="All Alerts" emptyText={emptyText('all', dataId)} {...list} />
      ) : (
        <>
          <AlertList key="owner" kind="owner" title="Owned Alerts" emptyText={emptyText('owner', dataId)} {...list} />
          <AlertList
            key="viewer"
            kind="viewer"
            title="Alerts Shared With Me"
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

function emptyText(kind: 'owner' | 'viewer' | 'all', dataId: DataId | undefined): string {
  const where = dataId === undefined ? '' : ' on this device'
  switch (kind) {
    case 'owner':
      return `You own no alerts${where} yet. Create one to be told when a value crosses a limit, or when a device falls silent.`
    case 'viewer':
      return `No alerts${where} are shared with you.`
    default:
      return `There are no alerts${where} yet.`
  }
}
