import { Chip, Input, NativeSelect, TextInput } from '@mantine/core'
import type { StepProps } from './step-props.ts'
import { dayText, type TimesForm, WEEKDAYS } from './schedule-form.ts'
import classes from './wizard.module.css'
import { t } from '../texts.ts'

interface TimesFieldsProps extends StepProps {
  /** The event table is on being in a place, at which a unit can be awaited. */
  canArrive: boolean
}

/** At which times an alert on a place counts. */
export function TimesFields({ form, canArrive }: TimesFieldsProps) {
  const { times } = form.values
  const set = (changed: Partial<TimesForm>): void => {
    form.setFieldValue('times', { ...times, ...changed })
    form.clearFieldError('times')
  }
  const kinds = (['always', 'during', 'by'] as const).filter(
    (kind) => kind !== 'by' || canArrive || times.kind === 'by',
  )
  return (
    <>
      <NativeSelect
        label={t('alerts.times')}
        data={kinds.map((kind) => ({ value: kind, label: t(`alerts.times.${kind}`) }))}
        value={times.kind}
        error={times.kind === 'always' ? undefined : form.errors['times']}
        onChange={({ currentTarget: { value } }) => {
          const kind = kinds.find((one) => one === value)
          if (kind !== undefined) set({ kind })
        }}
      />
      {times.kind === 'always' ? undefined : (
        <Input.Wrapper label={t('alerts.times.days')} description={t('alerts.times.help')} labelElement="div">
          <Chip.Group multiple value={times.days.map(String)} onChange={(days) => set({ days: days.map(Number) })}>
            <div className={classes['days']}>
              {WEEKDAYS.map((day) => (
                <Chip key={day} value={String(day)} size="sm">
                  {dayText(day)}
                </Chip>
              ))}
            </div>
          </Chip.Group>
        </Input.Wrapper>
      )}
      {times.kind === 'by' ? (
        <Time label={t('alerts.times.at')} value={times.at} onChange={(at) => set({ at })} />
      ) : undefined}
      {times.kind === 'during' ? (
        <div className={classes['pair']}>
          <Time label={t('alerts.times.from')} value={times.from} onChange={(from) => set({ from })} />
          <Time label={t('alerts.times.to')} value={times.to} onChange={(to) => set({ to })} />
        </div>
      ) : undefined}
    </>
  )
}

function Time({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      type="time"
      label={label}
      required
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
