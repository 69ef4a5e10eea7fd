import type { ConfigurationHistory, WantedConfiguration } from '@fieldwatch/contract/actions/actions'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { useMe } from '#platform/session/me-queries.ts'
import { requestQuery } from '#shared/requests/request-queries.ts'
import { RequestNote } from '#shared/requests/request-note.tsx'
import { hasEnded, placeText } from '#shared/requests/request-text.ts'
import { IconAlertTriangle } from '#ui/icons/icons.ts'
import { ApplyDialog } from './apply-dialog.tsx'
import type { ConfigurationKind, Known } from './connection.ts'
import { t } from './texts.ts'

interface WantedNoteProps<C extends object> {
  unit: DataDocument
  kind: ConfigurationKind<C>
  history: ConfigurationHistory
  readOnly: string | undefined
  onSaved: (known: Known<C>, text: string) => void
}

/** What was asked for last, where the unit does not have it: a change that is under way, or one that was not made. */
export function WantedNote<C extends object>({ unit, kind, history, readOnly, onSaved }: WantedNoteProps<C>) {
  const { wanted, reported, differs } = history
  if (wanted === null) return undefined
  if (!hasEnded(wanted)) return readOnly === undefined ? <UnderWay unit={unit} wanted={wanted} /> : undefined
  if (!differs || reported === null) return undefined
  return <Differs unit={unit} kind={kind} history={{ wanted, reported }} readOnly={readOnly} onSaved={onSaved} />
}

function UnderWay({ unit, wanted }: { unit: DataDocument; wanted: WantedConfiguration }) {
  const { timeFormat } = useMe()
  const { data: request } = useQuery(requestQuery(useApi(), wanted.action_id))
  if (request === undefined || hasEnded(request)) return undefined
  return <RequestNote request={request} text={wantedText(wanted, timeFormat)} connected={unit.connected} />
}

type DiffersProps<C extends object> = Omit<WantedNoteProps<C>, 'history'> & {
  history: {
    wanted: WantedConfiguration
    reported: NonNullable<ConfigurationHistory['reported']>
  }
}

/** The unit has another configuration than was asked for: it refused it, or someone changed it at the unit. */
function Differs<C extends object>({ unit, kind, history, readOnly, onSaved }: DiffersProps<C>) {
  const { timeFormat } = useMe()
  const [comparing, setComparing] = useState(false)
  const { wanted, reported } = history
  const { data: request } = useQuery({
    ...requestQuery(useApi(), wanted.action_id),
    enabled: readOnly === undefined,
  })
  return (
    <Alert role="note" variant="outline" color="accent" icon={<IconAlertTriangle />} p="sm">
      <Text c="var(--mantine-color-text)">{t('sensor-configuration.wanted.differs')}</Text>
      <Text c="dimmed">
        {wantedText(wanted, timeFormat)} {request === undefined ? '' : placeText(request, { timeFormat })}
      </Text>
      <Group mt="xs">
        <Button size="xs" variant="default" onClick={() => setComparing(true)}>
          {t('sensor-configuration.history.compare')}
        </Button>
      </Group>
      {comparing ? (
        <ApplyDialog
          title={t('sensor-configuration.wanted.title')}
          unit={unit}
          kind={kind}
          submit={t('sensor-configuration.wanted.send')}
          done={t('sensor-configuration.wanted.done')}
          readOnly={readOnly}
          before={{ label: t('sensor-configuration.wanted.unit'), configuration: reported.configuration }}
          after={{ label: t('sensor-configuration.wanted.requested'), configuration: wanted.configuration }}
          version={reported.version}
          onSaved={onSaved}
          onClose={() => setComparing(false)}
        />
      ) : undefined}
    </Alert>
  )
}

function wantedText({ by, createdUTC }: WantedConfiguration, timeFormat: TimeFormat): string {
  const at = formatMoment(Date.parse(createdUTC), timeFormat)
  return by === null
    ? t('sensor-configuration.wanted.at', { at })
    : t('sensor-configuration.wanted.by', { name: by, at })
}
