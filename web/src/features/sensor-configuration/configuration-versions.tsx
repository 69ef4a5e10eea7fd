import { ApplyDialog } from './apply-dialog.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { configurationQuery, configurationsQuery } from '#shared/requests/request-queries.ts'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { Loaded } from '#ui/components/loaded.tsx'
import type { ConfigurationVersion } from '@fieldwatch/contract/actions/actions'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Button, Collapse } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useId, useMemo, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { useMe } from '#platform/session/me-queries.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { DEFAULT_PAGE_SIZE, type TablePage } from '#ui/table/table-paging.ts'
import type { ConfigurationKind, Known } from './connection.ts'
import { t } from './texts.ts'

interface ConfigurationVersionsProps<C extends object> {
  unit: DataDocument
  kind: ConfigurationKind<C>
  /** What the unit has now, or reported last. */
  current: Known<C>
  readOnly: string | undefined
  onSaved: (known: Known<C>, text: string) => void
}

/** Who changed the configuration of a unit, and when; each version can be compared with the current one, and restored. */
export function ConfigurationVersions<C extends object>(props: ConfigurationVersionsProps<C>) {
  const [opened, { toggle }] = useDisclosure(false)
  const id = useId()
  return (
    <div>
      <Button variant="subtle" px="xs" aria-expanded={opened} aria-controls={id} onClick={toggle}>
        {opened ? t('sensor-configuration.history.hide') : t('sensor-configuration.history.show')}
      </Button>
      <Collapse id={id} expanded={opened}>
        {opened ? <Versions {...props} /> : undefined}
      </Collapse>
    </div>
  )
}

function Versions<C extends object>(props: ConfigurationVersionsProps<C>) {
  const { unit, kind } = props
  const { timeFormat } = useMe()
  const [page, setPage] = useState<TablePage>({ page: 1, pageSize: DEFAULT_PAGE_SIZE })
  const [chosen, setChosen] = useState<ConfigurationVersion>()
  const { data, error, refetch } = useQuery({
    ...configurationsQuery(useApi(), { dataId: unit.dataID, actionClass: kind.actionClass }, page),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsFor(timeFormat, setChosen), [timeFormat])
  return (
    <>
      {error === null ? undefined : (
        <FailureNote
          text={t('sensor-configuration.failed.data')}
          advice={error.message}
          onRetry={() => void refetch()}
        />
      )}
      <DataTable
        label={t('sensor-configuration.history.table')}
        columns={columns}
        rows={data?.versions}
        rowId={({ version }) => String(version)}
        rowLabel={({ version }) => t('sensor-configuration.history.row', { version })}
        emptyText={t('sensor-configuration.history.none')}
        server={{ page, rowCount: data?.pagination.total ?? 0, onPage: setPage }}
      />
      {chosen === undefined ? undefined : (
        <OneVersion {...props} version={chosen} onClose={() => setChosen(undefined)} />
      )}
    </>
  )
}

function columnsFor(
  timeFormat: TimeFormat,
  onCompare: (version: ConfigurationVersion) => void,
): readonly Column<ConfigurationVersion>[] {
  return [
    { id: 'version', title: t('sensor-configuration.history.version'), value: ({ version }) => version },
    { id: 'change', title: t('sensor-configuration.history.change'), value: changeText },
    { id: 'by', title: t('sensor-configuration.history.by'), value: ({ by }) => by },
    {
      id: 'time',
      title: t('sensor-configuration.history.time'),
      value: ({ atUTC }) => atUTC,
      cell: ({ atUTC }) => formatMoment(Date.parse(atUTC), timeFormat),
    },
    {
      id: 'compare',
      title: t('sensor-configuration.history.compare'),
      value: () => undefined,
      align: 'end',
      cell: (version) => (
        <Button
          size="xs"
          variant="default"
          aria-label={t('sensor-configuration.history.compare.version', { version: version.version })}
          onClick={() => onCompare(version)}
        >
          {t('sensor-configuration.history.compare')}
        </Button>
      ),
    },
  ]
}

function changeText({ action }: ConfigurationVersion): string {
  return action === 'Update' ? t('sensor-configuration.history.update') : t('sensor-configuration.history.read')
}

type OneVersionProps<C extends object> = ConfigurationVersionsProps<C> & {
  version: ConfigurationVersion
  onClose: () => void
}

/** An earlier configuration of a unit beside the current one. */
function OneVersion<C extends object>({ version, current, onClose, ...props }: OneVersionProps<C>) {
  const { timeFormat } = useMe()
  const query = useQuery(configurationQuery(useApi(), version.version))
  const { data } = query
  const at = formatMoment(Date.parse(version.atUTC), timeFormat)
  const title = t('sensor-configuration.version.title', { at })
  if (data === undefined) {
    return (
      <Dialog title={title} onClose={onClose}>
        <Loaded query={query} failed={t('sensor-configuration.failed.version')} height="8rem" />
      </Dialog>
    )
  }
  return (
    <ApplyDialog
      {...props}
      title={title}
      submit={t('sensor-configuration.version.restore')}
      done={t('sensor-configuration.version.restored', { at })}
      before={{ label: t('sensor-configuration.version.now'), configuration: current.configuration }}
      after={{ label: t('sensor-configuration.version.then'), configuration: data.configuration }}
      version={current.version}
      onClose={onClose}
    />
  )
}
