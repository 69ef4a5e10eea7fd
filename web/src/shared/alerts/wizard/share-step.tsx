import type { Alert } from '@fieldwatch/contract/alerts/alerts'
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { usersQuery } from '#shared/users/user-queries.ts'
import { Loaded } from '#ui/components/loaded.tsx'
import { incompleteSteps, problemsOfStep, type Step, STEPS } from './alert-steps.ts'
import { PeopleList } from './people-list.tsx'
import { ownNote, peopleOf, getAlertRole, withAlertRole } from './alert-people.ts'
import type { StepProps } from './step-props.ts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { frequencySentence, triggerSentence } from './alert-sentence.ts'
import type { AlertForm } from './alert-form.ts'
import { useFieldMeasure } from './use-field-measure.ts'
import type { Device } from './device-search.ts'
import { notifiedQuery } from './wizard-queries.ts'
import { UnheardNote } from '../unheard-note.tsx'
import { unitNamesQuery } from '#shared/units/unit-names-query.ts'
import classes from './review.module.css'
import { t } from '../texts.ts'

interface ShareStepProps extends StepProps {
  /** The alert that is changed; undefined: a new one. */
  alert: Alert | undefined
  /** Goes to a step and shows what is wrong in it. */
  onStep: (step: Step) => void
}

/** Step 5: who gets the messages, and all that was entered once more. */
export function ShareStep({ form, alert, onStep }: ShareStepProps) {
  const me = useMe()
  const { values } = form
  const query = useQuery(usersQuery(useApi(), values.entity))
  const { data: users } = query
  const isNew = alert === undefined
  const people = useMemo(
    () => peopleOf(users ?? [], { me, isNew, known: alert?.people ?? [] }),
    [users, me, isNew, alert?.people],
  )
  const { data: notified } = useQuery(notifiedQuery(useApi(), values, alert?.id))
  const incomplete = incompleteSteps(values)
  return (
    <>
      <Loaded query={query} failed={t('alerts.people.failed')} height="8rem">
        {() => (
          <PeopleList
            people={people}
            ownNote={ownNote(me)}
            getAlertRole={(id) => getAlertRole(values, id)}
            error={form.errors['owners'] ?? form.errors['viewers']}
            onChange={(id, role) => form.setValues(withAlertRole(values, id, role))}
          />
        )}
      </Loaded>
      {notified?.notifiesNobody === true ? <UnheardNote /> : undefined}
      <Review form={values} />
      {incomplete.length > 0 && (
        <div role="note">
          <Text fw={600}>{t('alerts.review.incomplete')}</Text>
          {incomplete.map((step) => (
            <Text key={step}>
              <Anchor component="button" type="button" onClick={() => onStep(step)}>
                {step + 1} {t(STEPS[step])}
              </Anchor>{' '}
              {Object.values(problemsOfStep(step, values)).join(' ')}
            </Text>
          ))}
        </div>
      )}
    </>
  )
}

/** What the alert will do, in plain words. */
function Review({ form }: { form: AlertForm }) {
  const { data: devices } = useQuery(unitNamesQuery(useApi(), form.entity))
  const measure = useFieldMeasure(form)
  const rows = [
    [t('alerts.name'), form.name.trim()],
    [t('alerts.devices'), devicesText(form.devices, devices ?? [])],
    [t('alerts.review.when'), measure && triggerSentence(form, measure)],
    [t('alerts.notifications'), frequencySentence(form)],
    [t('alerts.review.times'), t('alerts.review.time-zone', { timeZone: form.timeZone })],
  ] as const
  return (
    <div>
      <Text fw={500}>{t('alerts.review')}</Text>
      <dl className={classes['review']}>
        {rows.map(([name, text]) => (
          <div key={name} className={classes['row']}>
            <dt>{name}</dt>
            <dd>{text === undefined || text === '' ? '–' : text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const MOST_NAMES = 5

/** The names of the first devices, and how many more there are. */
function devicesText(chosen: readonly DataId[], devices: readonly Device[]): string {
  const names = new Map(devices.map(({ id, friendlyName }) => [id, friendlyName]))
  const first = chosen.slice(0, MOST_NAMES).map((id) => names.get(id) ?? id)
  const rest = chosen.length - first.length
  return rest === 0 ? first.join(', ') : t('alerts.review.devices-more', { names: first.join(', '), rest })
}
