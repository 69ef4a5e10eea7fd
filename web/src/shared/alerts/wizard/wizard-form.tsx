import type { Alert } from '@fieldwatch/contract/alerts/alerts'
import { Button, Group, Textarea, TextInput, Title } from '@mantine/core'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ChangeFailure } from '#shared/changes/change-failure.tsx'
import { focusFirstInvalid } from '#ui/components/focus-invalid.ts'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import type { AlertForm } from './alert-form.ts'
import { ALL_STEPS, incompleteSteps, isComplete, LAST_STEP, problemsOfStep, type Step, STEPS } from './alert-steps.ts'
import { ConditionStep } from './condition-step.tsx'
import { DeviceStep } from './device-step.tsx'
import { FrequencyStep } from './frequency-step.tsx'
import { ShareStep } from './share-step.tsx'
import { useAlertForm } from './use-alert-form.ts'
import { WizardSteps } from './wizard-steps.tsx'
import classes from './wizard.module.css'
import type { StepProps } from './step-props.ts'
import { t } from '../texts.ts'

interface WizardFormProps {
  alert: Alert | undefined
  /** What a new alert begins with. */
  empty: AlertForm
  onBusy: (busy: boolean) => void
  onCancel: () => void
  onDone: () => void
}

/** Fields that are typed in. They must not be behind the foot, where a browser takes them to be in sight. */
const TYPED = 'input:not([type="checkbox"], [type="radio"]), textarea'

/** The five steps: the next one opens when a step is complete, and any by the circles. */
export function WizardForm({ alert, empty, onBusy, onCancel, onDone }: WizardFormProps) {
  const { edit, save, busy, error } = useAlertForm({ alert, empty, onDone })
  const { form } = edit
  const [step, setStep] = useState<Step>(0)
  const [seen, setSeen] = useState<readonly Step[]>(alert === undefined ? [0] : ALL_STEPS)
  const panel = useRef<HTMLElement>(null)
  const titleId = useId()
  const isLast = step === LAST_STEP
  const isNew = alert === undefined

  useEffect(() => onBusy(busy), [onBusy, busy])

  function show(next: Step): void {
    form.clearErrors()
    setStep(next)
    setSeen((known) => (known.includes(next) ? known : [...known, next]))
    panel.current?.focus({ preventScroll: true })
    panel.current?.closest('form')?.scrollIntoView({ block: 'start' })
  }

  /** Shows a step with what is wrong or missing in it. */
  function showProblems(wrong: Step): void {
    // The fields of the step are drawn first, and the focus moves at once: later it would take what is typed meanwhile with it.
    flushSync(() => {
      if (wrong !== step) show(wrong)
      form.setErrors(problemsOfStep(wrong, form.getValues()))
    })
    const element = panel.current?.closest('form')
    if (element instanceof HTMLFormElement) focusFirstInvalid(element)
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const incomplete = incompleteSteps(form.getValues())
    const wrong = isLast ? incomplete[0] : incomplete.find((one) => one === step)
    if (wrong !== undefined) return showProblems(wrong)
    if (isLast) save()
    else show((step + 1) as Step)
  }

  return (
    <form noValidate className={classes['form']} onSubmit={submit} onKeyDownCapture={PRESS_ONCE.onKeyDownCapture}>
      <WizardSteps
        current={step}
        // What someone has not looked at yet is not done.
        complete={seen.filter((one) => isComplete(one, form.values))}
        onStep={show}
      />
      <section
        ref={panel}
        tabIndex={-1}
        aria-labelledby={titleId}
        className={classes['panel']}
        onFocusCapture={({ target }) => {
          // Not what is clicked: it would be somewhere else before the click is done.
          if (target.matches(TYPED)) target.scrollIntoView({ block: 'nearest' })
        }}
      >
        <Title id={titleId} order={3} size="h4" className={classes['title'] ?? ''}>
          {t(STEPS[step])}
        </Title>
        {step === 0 && <BasicStep form={form} />}
        {step === 1 && <DeviceStep form={form} states={edit.base?.states ?? []} isNew={isNew} />}
        {step === 2 && <ConditionStep form={form} />}
        {step === 3 && <FrequencyStep form={form} />}
        {step === 4 && <ShareStep form={form} alert={edit.base} onStep={showProblems} />}
      </section>
      {error === null ? undefined : (
        <ChangeFailure
          error={error}
          failure={{
            text: isNew ? t('alerts.wizard.not-created') : t('alerts.wizard.not-updated'),
            advice: error.message,
          }}
          newer={edit}
        />
      )}
      <div className={classes['foot']}>
        <Button variant="default" disabled={busy} onClick={onCancel}>
          {t('alerts.cancel')}
        </Button>
        <Group gap="xs" wrap="nowrap">
          {step > 0 && (
            <Button variant="default" disabled={busy} onClick={() => show((step - 1) as Step)}>
              {t('alerts.back')}
            </Button>
          )}
          {/* One button, so that the second click of a double click on Next does not create anything. */}
          <Button type="submit" loading={busy} disabled={edit.loading} {...PRESS_ONCE}>
            {t(isLast ? (isNew ? 'alerts.create-alert' : 'alerts.update-alert') : 'alerts.next')}
          </Button>
        </Group>
      </div>
    </form>
  )
}

/** Step 1: what the alert is called. */
function BasicStep({ form }: StepProps) {
  return (
    <>
      <TextInput
        label={t('alerts.name')}
        description={t('alerts.name.help')}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('alerts.description')}
        description={t('alerts.description.help')}
        rows={4}
        {...form.getInputProps('description')}
      />
    </>
  )
}
