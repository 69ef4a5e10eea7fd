import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { IconCheck } from '#ui/icons/icons.ts'
import classes from './choice-button.module.css'
import { t } from '../texts.ts'

interface ChoiceButtonProps {
  choosing: boolean
  onPress: () => void
}

/** Turns the list into one in which units are chosen, and back; then it has the focus again. */
export function ChoiceButton({ choosing, onPress }: ChoiceButtonProps) {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const button = ref.current
    return choosing ? () => button?.focus() : undefined
  }, [choosing])
  return (
    <Button
      ref={ref}
      variant="default"
      className={classes['button'] ?? ''}
      leftSection={<IconCheck size="1rem" aria-hidden="true" />}
      aria-label={t('fleet.select.units')}
      aria-pressed={choosing}
      onClick={onPress}
    >
      <span className={classes['text']}>{t('fleet.select')}</span>
    </Button>
  )
}
