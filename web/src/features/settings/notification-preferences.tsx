import { NOTIFICATION_CATEGORIES, type NotificationChannels } from '@fieldwatch/contract/users'
import { Switch, Text, Title } from '@mantine/core'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { headingText } from '#ui/table/cell-text.ts'
import { NO_ALERTS_YET } from './no-alerts-yet.ts'
import { preferenceFailure } from './user-failure.ts'
import { useSavePreference } from './profile-queries.ts'
import { channelsOf, switchChannel } from './profile-values.ts'
import classes from './profile.module.css'
import card from './settings-page.module.css'

interface NotificationPreferencesProps {
  /** SMS was switched on, and there is no phone to send it to. */
  onVerify: () => void
}

const CHANNELS = [
  { channel: 'emailEnable', label: 'Email' },
  { channel: 'smsEnable', label: 'SMS' },
] as const

/** By which channels the user is told about each category. Each switch saves at once. */
export function NotificationPreferences({ onVerify }: NotificationPreferencesProps) {
  const me = useMe()
  const save = useSavePreference()
  const shown = save.isPending ? { ...me.notifications, ...save.variables.notifications } : me.notifications

  function change(category: (typeof NOTIFICATION_CATEGORIES)[number], part: Partial<NotificationChannels>): void {
    const outcome = switchChannel(me, category, part)
    if (outcome.kind === 'verify') onVerify()
    else save.mutate({ notifications: { [category]: outcome.channels } })
  }

  return (
    <section aria-label="Notification Preferences" className={card['card']}>
      <Title order={3} size="h5" className={card['cardHead'] ?? ''}>
        Notification Preferences
      </Title>
      <Text size="sm">{NO_ALERTS_YET} These switches say how you are told of one.</Text>
      {NOTIFICATION_CATEGORIES.map((category) => (
        <fieldset key={category} className={classes['category']}>
          <legend>{headingText(category)}</legend>
          {CHANNELS.map(({ channel, label }) => (
            <Switch
              key={channel}
              label={label}
              disabled={save.isPending}
              wrapperProps={PRESS_ONCE}
              checked={channelsOf({ notifications: shown }, category)[channel]}
              onChange={({ currentTarget }) => change(category, { [channel]: currentTarget.checked })}
            />
          ))}
        </fieldset>
      ))}
      {me.phone === '' ? (
        <Text size="xs" c="dimmed">
          SMS needs a verified phone number. Switching it on leads there.
        </Text>
      ) : undefined}
      {save.isError ? <FormFailure {...preferenceFailure(save.error, me.timeFormat)} /> : undefined}
    </section>
  )
}
