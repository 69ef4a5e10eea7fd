import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { type Step, STEPS } from './alert-steps.ts'
import classes from './wizard-steps.module.css'
import { IconCheck } from '#ui/icons/icons.ts'
import { t } from '../texts.ts'

interface WizardStepsProps {
  current: Step
  complete: readonly Step[]
  onStep: (step: Step) => void
}

/** The circles of the steps: each can be clicked to jump there. */
export function WizardSteps({ current, complete, onStep }: WizardStepsProps) {
  return (
    <ol aria-label={t('alerts.steps')} className={classes['steps']}>
      {STEPS.map((name, index) => {
        const step = index as Step
        const isComplete = complete.includes(step)
        return (
          <li key={name} className={classes['item']}>
            <UnstyledButton
              className={classes['step'] ?? ''}
              data-complete={isComplete}
              aria-current={step === current ? 'step' : undefined}
              onClick={() => onStep(step)}
            >
              <span className={classes['circle']}>
                {index + 1}
                {isComplete && <IconCheck className={classes['check']} />}
              </span>{' '}
              <span className={classes['name']}>{t(name)}</span>
              <VisuallyHidden>{t(isComplete ? 'alerts.step.complete' : 'alerts.step.incomplete')}</VisuallyHidden>
            </UnstyledButton>
          </li>
        )
      })}
    </ol>
  )
}
