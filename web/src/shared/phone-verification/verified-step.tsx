import { Group, Paper, Text } from '@mantine/core'
import { IconCircleCheck } from '#ui/icons/icons.ts'
import { useEffect, useEffectEvent } from 'react'
import { libraryFormatter } from '#ui/phone-input/library-formatter.ts'
import { formatPhone } from '#ui/phone-input/phone-text.ts'
import classes from './verified-step.module.css'

interface VerifiedStepProps {
  phone: string
  /** Called after a second. */
  onDone: () => void
}

const SHOWN_MS = 1000

export function VerifiedStep({ phone, onDone }: VerifiedStepProps) {
  const written = formatPhone(phone, libraryFormatter)
  const finish = useEffectEvent(onDone)
  useEffect(() => {
    const timer = setTimeout(() => finish(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <Paper
      component="output"
      p="md"
      bd="var(--fw-ring) solid var(--fw-status-current)"
      className={classes['verified'] ?? ''}
    >
      <Group wrap="nowrap">
        <IconCircleCheck className={classes['icon'] ?? ''} aria-hidden="true" />
        <Text>{written} is verified.</Text>
      </Group>
    </Paper>
  )
}
