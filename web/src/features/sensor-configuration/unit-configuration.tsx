import type { ConfigurationHistory } from '@fieldwatch/contract/actions/actions'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { configurationsQuery } from '#shared/requests/request-queries.ts'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { IconRefresh } from '#ui/icons/icons.ts'
import { asKnown, type ConfigurationKind, type Known } from './connection.ts'
import { ConfigurationVersions } from './configuration-versions.tsx'
import { useUnitConfiguration } from './use-unit-configuration.ts'
import { WantedNote } from './wanted-note.tsx'
import classes from './sensor-configuration.module.css'
import { t } from './texts.ts'

/** What is shown of a configuration, and what can be done with it. */
export interface ConfigurationProps<C> {
  unit: DataDocument
  known: Known<C>
  /** Why it cannot be changed; undefined where it can. */
  readOnly: string | undefined
  readNewer: () => Promise<Known<C>>
  /** The unit said OK to a change. */
  onSaved: (known: Known<C>, text: string) => void
}

interface UnitConfigurationProps<C extends object> {
  unit: DataDocument
  kind: ConfigurationKind<C>
  title: string
  children: (props: ConfigurationProps<C>) => ReactNode
}

/** A sensor screen: it connects to the unit, and shows the configuration that this answers. */
export function UnitConfiguration<C extends object>({ unit, kind, title, children }: UnitConfigurationProps<C>) {
  const { connection, readOnly, last, history, tryAgain, onChanged } = useUnitConfiguration(unit, kind)
  const readNewer = useReadNewer(unit, kind)
  const [notice, setNotice] = useState<string>()
  const { data } = history
  const current = connection.kind === 'ready' ? connection.known : last?.configuration
  const common = {
    unit,
    readNewer,
    onSaved: (known: Known<C>, text: string) => {
      onChanged(known)
      setNotice(text)
    },
  }
  return (
    <section aria-label={title} className={classes['screen']}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        {connection.kind === 'ready' ? (
          <Button variant="default" leftSection={<IconRefresh aria-hidden />} onClick={tryAgain}>
            {t('sensor-configuration.read-again')}
          </Button>
        ) : undefined}
      </Group>
      {notice === undefined ? undefined : <SuccessNote key={notice} text={notice} />}
      {data === undefined ? undefined : (
        <WantedNote unit={unit} kind={kind} history={data} readOnly={readOnly} onSaved={common.onSaved} />
      )}
      {readOnly === undefined ? (
        <>
          {connection.kind === 'loading' ? <Connecting place={connection.place} /> : undefined}
          {connection.kind === 'failed' ? (
            <LoadFailure
              title={t('sensor-configuration.failed.connect')}
              message={connection.why}
              retry={t('sensor-configuration.try-again')}
              onRetry={tryAgain}
            />
          ) : undefined}
          {connection.kind === 'ready' ? children({ ...common, known: connection.known, readOnly }) : undefined}
        </>
      ) : (
        <Text c="dimmed">{readOnly}</Text>
      )}
      {connection.kind === 'failed' || readOnly !== undefined ? (
        <LastReported history={history} last={last}>
          {(known) => children({ ...common, known, readOnly: readOnly ?? t('sensor-configuration.read-only.offline') })}
        </LastReported>
      ) : undefined}
      {current === undefined ? undefined : (
        <ConfigurationVersions unit={unit} kind={kind} current={current} readOnly={readOnly} onSaved={common.onSaved} />
      )}
    </section>
  )
}

function Connecting({ place }: { place: string | undefined }) {
  return (
    <output className={classes['connecting']}>
      <Text>{t('sensor-configuration.connecting')}</Text>
      <Text c="dimmed">{place ?? t('sensor-configuration.connecting.asked')}</Text>
      <Skeleton height="24rem" mt="sm" />
    </output>
  )
}

interface LastReportedProps<C> {
  history: { data: ConfigurationHistory | undefined; error: Error | null; refetch: () => unknown }
  last: ReturnType<typeof asKnown<C>> | undefined
  children: (known: Known<C>) => ReactNode
}

/** What the unit reported before, where it cannot be asked now. */
function LastReported<C>({ history: { data, error, refetch }, last, children }: LastReportedProps<C>) {
  const { timeFormat } = useMe()
  if (error !== null && data === undefined) {
    return (
      <LoadFailure
        title={t('sensor-configuration.failed.last')}
        message={error.message}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data === undefined) return <Skeleton height="24rem" />
  if (data.reported === null || last === undefined) {
    return <Text c="dimmed">{t('sensor-configuration.last.none')}</Text>
  }
  if (last.configuration === undefined)
    return <Text c="dimmed">{t('sensor-configuration.last.problem', { problem: last.problem })}</Text>
  return (
    <>
      <Text>
        {t('sensor-configuration.last.reported', {
          at: formatMoment(Date.parse(data.reported.atUTC), timeFormat),
        })}
      </Text>
      {children(last.configuration)}
    </>
  )
}

/** Reads what the unit reported last, for a form whose configuration someone else changed in the meantime. */
function useReadNewer<C>({ dataID }: DataDocument, { actionClass, read }: ConfigurationKind<C>) {
  const api = useApi()
  const client = useQueryClient()
  return async (): Promise<Known<C>> => {
    const { reported } = await client.fetchQuery(configurationsQuery(api, { dataId: dataID, actionClass }))
    if (reported === null) throw new Error(t('sensor-configuration.last.none'))
    const { configuration, problem } = asKnown(reported.version, read(reported.configuration))
    if (configuration === undefined) throw new Error(problem)
    return configuration
  }
}
