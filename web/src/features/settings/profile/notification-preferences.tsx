import { NotificationCategory, type NotificationChannels, type SessionUser } from '@fieldwatch/contract/people/users'
import { TabCard } from '../tab-frame.tsx'
import { Switch, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { preferenceFailure } from '../people/user-failure.ts'
import { useSavePreference } from './profile-queries.ts'
import { channelsOf, switchChannel } from './profile-values.ts'
import classes from './profile.module.css'
import { t } from './texts.ts'

type NotificationCategory = (typeof NotificationCategory.options)[number]

interface NotificationPreferencesProps {
  /** SMS was switched on for a category, and there is no phone to send it to. */
  onVerify: (category: NotificationCategory) => void
}

const CHANNELS = [
  { channel: 'emailEnable', label: 'profile.details.email' },
  { channel: 'smsEnable', label: 'profile.notifications.sms' },
] as const

/** By which channels the user is notified about each category. Each switch saves at once. */
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
    <TabCard title={t('profile.notifications')}>
      <Text>{t.rich('profile.notifications.help', { link: alertsLink })}</Text>
      {NotificationCategory.options.map((category) => (
        <fieldset key={category} className={classes['category']}>
          <legend>{t(`profile.notifications.${category}`)}</legend>
          {CHANNELS.map(({ channel, label }) => (
            <div key={channel} className={classes['channel']}>
              <Switch
                label={t(label)}
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
    </TabCard>
  )
}

function alertsLink(words: ReactNode) {
  return (
    <Link key="link" to="/settings" search={{ tab: 'alerts' }} className={classes['link']}>
      {words}
    </Link>
  )
}

/** Where the messages of a channel go. */
function recipientText(channel: keyof NotificationChannels, { email, phone }: SessionUser): string {
  if (channel === 'emailEnable') return t('profile.notifications.email.to', { email })
  return phone === '' ? t('profile.notifications.sms.none') : t('profile.notifications.sms.to', { phone })
}
