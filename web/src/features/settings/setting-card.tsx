import { changeFailure } from '#shared/changes/conflict.ts'
import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleOff,
  IconClockExclamation,
  IconPlayerPause,
} from '#ui/icons/icons.ts'
import classes from './setting-card.module.css'
import settings from './settings-page.module.css'

const ICONS = {
  good: <IconCircleCheck aria-hidden="true" />,
  new: <IconClockExclamation aria-hidden="true" />,
  'not-sent': <IconCircleOff aria-hidden="true" />,
  failing: <IconAlertTriangle aria-hidden="true" />,
  off: <IconAlertTriangle aria-hidden="true" />,
  paused: <IconPlayerPause aria-hidden="true" />,
}

/** How something works, in words. */
export interface CardState {
  readonly state: keyof typeof ICONS
  readonly text: string
}

interface SettingCardProps {
  name: string
  /** What it shows, below its name. */
  content?: string
  about: string
  /** The ones that apply. */
  states: readonly (CardState | undefined)[]
  buttons: ReactNode
  /** What came of an action that worked. */
  outcome?: ReactNode
  error: Error | null
  /** The advice after a conflict. */
  newer: string
  /** What is asked before something is done. */
  question: { title: string; confirm: string; text: string } | undefined
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** One thing of a tab of Settings: how it works, and what can be done. */
export function SettingCard({ name, content, about, states, buttons, outcome, ...rest }: SettingCardProps) {
  const { timeFormat } = useMe()
  const { error, newer, question, busy, onConfirm, onClose } = rest
  return (
    <section aria-label={name} className={settings['card']}>
      <Title order={3} size="h5" className={settings['name'] ?? ''}>
        {name}
      </Title>
      {content === undefined ? undefined : (
        <Text size="sm" className={settings['name'] ?? ''}>
          {content}
        </Text>
      )}
      <Text size="sm" c="dimmed" className={settings['name'] ?? ''}>
        {about}
      </Text>
      {states
        .filter((state) => state !== undefined)
        .map(({ state, text }) => (
          <div key={text} className={classes['state']} data-state={state}>
            {ICONS[state]}
            <Text size="sm">{text}</Text>
          </div>
        ))}
      <Group gap="xs">{buttons}</Group>
      <Stack gap="xs" mt="sm" aria-live="polite">
        {outcome}
        {error === null ? undefined : <FormFailure {...changeFailure(error, timeFormat, newer)} />}
      </Stack>
      {question === undefined ? undefined : (
        <ConfirmDialog
          title={question.title}
          confirm={question.confirm}
          busy={busy}
          onConfirm={onConfirm}
          onClose={onClose}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </section>
  )
}
