import { NOTIFICATION_CATEGORIES, type NotificationChannels, type SessionUser } from '@fieldwatch/contract/people/users'
import { Switch, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { headingText } from '#ui/table/cell-text.ts'
import { preferenceFailure } from '../people/user-failure.ts'
import { useSavePreference } from './profile-queries.ts'
import { channelsOf, switchChannel } from './profile-values.ts'
import classes from './profile.module.css'
import card from '../settings-page.module.css'

type NotificationCategory = (typeof NOTIFICATION_CATEGORIES)[number]

interface NotificationPreferencesProps {
  /** SMS was switched on for a category, and there is no phone to send it to. */
  onVerify: (category: NotificationCategory) => void
}

const CHANNELS = [
  { channel: 'emailEnable', label: 'Email' },
  { channel: 'smsEnable', label: 'SMS' },
] as const

/** By which channels the user is told about each category. Each switch saves at once. */
export function NotificationPreferences({ onVerify }: NotificationPreferencesProps) {
  const id = useId()
  const me = useMe()
  const save = useSavePreference()
  const shown = save.isPending ? { ...me.notifications, ...save.variables.notifications } : me.notifications

  function change(category: NotificationCategory, part: Partial<NotificationChannels>): void {
    const outcome = switchChannel(me, category, part)
    if (outcome.kind === 'verify') onVerify(category)
    else save.mutate({ notifications: { [category]: outcome.channels } })
  }

  return (
    <section aria-label="Notification Preferences" className={card['card']}>
      <Title order={3} size="h5" className={card['cardHead'] ?? ''}>
        Notification Preferences
      </Title>
      <Text>
        How you are told of the alerts that you own or that are shared with you, when they are triggered and when they
        are OK again.{' '}
        <Link to="/settings" search={{ tab: 'alerts' }} className={classes['link']}>
          Show my alerts
        </Link>
      </Text>
      {NOTIFICATION_CATEGORIES.map((category) => (
        <fieldset key={category} className={classes['category']}>
          <legend>{headingText(category)}</legend>
          {CHANNELS.map(({ channel, label }) => (
            <div key={channel} className={classes['channel']}>
              <Switch
                label={label}
                aria-describedby={`${id}-${channel}`}
                disabled={save.isPending}
                wrapperProps={PRESS_ONCE}
                checked={channelsOf({ notifications: shown }, category)[channel]}
                onChange={({ currentTarget }) => change(category, { [channel]: currentTarget.checked })}
              />
              <Text size="xs" c="dimmed" id={`${id}-${channel}`}>
                {recipientText(channel, me)}
              </Text>
            </div>
          ))}
        </fieldset>
      ))}
      {save.isError ? <FormFailure {...preferenceFailure(save.error, me.timeFormat)} /> : undefined}
    </section>
  )
}

/** Where the messages of a channel go. */
function recipientText(channel: keyof NotificationChannels, { email, phone }: SessionUser): string {
  if (channel === 'emailEnable') return `To ${email}`
  return phone === ''
    ? 'You have no verified phone number. If you switch this on, you are asked to verify one first.'
    : `Only to your verified phone number, ${phone}`
}
