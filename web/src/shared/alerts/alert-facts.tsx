import type { Alert } from '@fieldwatch/contract/alerts/alerts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { Button, Group, Text } from '@mantine/core'
import { useMe } from '#platform/session/me-queries.ts'
import { actedOn } from './acted-on.ts'
import { mayAct } from './alert-rights.ts'
import { AlertStatus } from './alert-status.tsx'
import { acknowledgementOf, clearText, comparisonText, idleOf, frequencyText, ruleText } from './alert-text.ts'
import { useMeasures } from '#shared/measures/use-measures.ts'
import { QuietNote } from './quiet-note.tsx'
import { isUnheard, UnheardNote } from './unheard-note.tsx'
import type { AlertActs } from './use-alert-acts.ts'
import classes from './alerts.module.css'
import { t } from './texts.ts'

/** What an alert is about and its recipients, and what can be done about it at once. */
export function AlertFacts({ alert, dataId, acts }: { alert: Alert; dataId: DataId | undefined; acts: AlertActs }) {
  const state = alert.states.find(({ dataID }) => dataID === dataId)
  const status = state?.status ?? alert.status
  const me = useMe()
  const triggered = (state === undefined ? alert.states : [state]).filter((one) => one.status === 'high')
  const acknowledgements = triggered.flatMap((one) => acknowledgementOf(one) ?? [])
  const isOpen = status === 'high' && (triggered.length === 0 || acknowledgements.length < triggered.length)
  const measures = useMeasures()
  const rule = ruleText(alert, measures)
  const clear = clearText(alert, measures)
  const comparison = comparisonText({ event: alert.event, states: state === undefined ? alert.states : [state] })
  const idle = idleOf(alert, dataId)
  return (
    <>
      <Group gap="sm" justify="space-between">
        <AlertStatus status={status} idle={idle} />
        {mayAct(alert, me) && idle === undefined ? (
          <Group gap="xs">
            {isOpen ? (
              <Button
                onClick={() =>
                  acts.begin({
                    kind: 'acknowledge',
                    target: state === undefined ? actedOn(alert) : actedOn(alert, state),
                  })
                }
              >
                {t('alerts.acknowledge')}
              </Button>
            ) : undefined}
            <Button
              variant="default"
              onClick={() =>
                acts.begin({ kind: 'snooze', target: state === undefined ? actedOn(alert) : actedOn(alert, state) })
              }
            >
              {t('alerts.snooze')}
            </Button>
          </Group>
        ) : undefined}
      </Group>
      {acknowledgements.length === 1 && !isOpen ? (
        <Text component="div">
          {acknowledgements.map((quiet) => (
            <QuietNote key={quiet.at} quiet={quiet} timeFormat={me.timeFormat} />
          ))}
        </Text>
      ) : undefined}
      {idle === undefined ? undefined : (
        <Text>{idle.kind === 'ended' ? t('alerts.facts.ended', { reason: idle.reason }) : idle.reason}</Text>
      )}
      {isUnheard(alert) ? <UnheardNote /> : undefined}
      {alert.description === '' ? undefined : <Text className={classes['where'] ?? ''}>{alert.description}</Text>}
      <dl className={classes['facts']}>
        <dt>{t('alerts.facts.when')}</dt>
        <dd>
          {comparison === undefined ? rule : t('alerts.rule.compared', { rule, comparison })}
          {clear === undefined ? '' : `. ${clear}`}
        </dd>
        <dt>{t('alerts.notifications')}</dt>
        <dd>{frequencyText(alert)}</dd>
        <People name={t('alerts.facts.owners')} ids={alert.owners} others={alert.outOfReach.owners} alert={alert} />
        <People name={t('alerts.facts.viewers')} ids={alert.viewers} others={alert.outOfReach.viewers} alert={alert} />
      </dl>
    </>
  )
}

interface PeopleProps {
  name: string
  ids: Alert['owners']
  /** How many are out of reach. */
  others: number
  alert: Alert
}

/** The owners or viewers of an alert by name; those out of reach are counted. */
function People({ name, ids, others, alert }: PeopleProps) {
  if (ids.length + others === 0) return undefined
  const known = alert.people.filter(({ id }) => ids.includes(id)).map((person) => person.name)
  const more = others === 0 ? [] : [t('alerts.facts.others', { count: others })]
  return (
    <>
      <dt>{name}</dt>
      <dd>{[...known, ...more].join(', ')}</dd>
    </>
  )
}
