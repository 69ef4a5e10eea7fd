import { Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { VerifyPhoneDialog } from '#shared/phone-verification/verify-phone-dialog.tsx'
import { NotificationPreferences } from './notification-preferences.tsx'
import { OwnActivity } from './own-activity.tsx'
import { OwnPassword } from './own-password.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { OwnTokens } from './program-tokens/own-tokens.tsx'
import { ProfileDetails } from './profile-details.tsx'
import { useRefreshMe, useSavePreference } from './profile-queries.ts'
import { channelsOf } from './profile-values.ts'
import { preferenceFailure } from './user-failure.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { SecondFactorCard } from './second-factor/second-factor-card.tsx'
import { TimePreferences } from './time-preferences.tsx'

/** What the dialog for a phone number was opened for. */
interface Verifying {
  /** The number that it opens with. */
  phone: string
  /** The category whose SMS are switched on once the number is verified. */
  smsOf?: string
}

/** The signed-in user's own details and preferences. */
export function ProfileTab() {
  const [verifying, setVerifying] = useState<Verifying>()
  const me = useMe()
  const refresh = useRefreshMe()
  const save = useSavePreference()

  async function completeSwitch(): Promise<void> {
    const category = verifying?.smsOf
    await refresh()
    if (category === undefined) return
    save.mutate({ notifications: { [category]: { ...channelsOf(me, category), smsEnable: true } } })
  }

  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        Profile
      </Title>
      <ProfileDetails onVerify={(phone) => setVerifying({ phone })} />
      <NotificationPreferences onVerify={(smsOf) => setVerifying({ phone: '', smsOf })} />
      {save.isError ? <FormFailure {...preferenceFailure(save.error, me.timeFormat)} /> : undefined}
      <TimePreferences />
      <OwnPassword />
      <SecondFactorCard />
      <OwnSessions />
      <OwnTokens />
      <OwnActivity />
      <VerifyPhoneDialog
        opened={verifying !== undefined}
        phone={verifying?.phone ?? ''}
        onClose={() => setVerifying(undefined)}
        onVerified={() => void completeSwitch()}
      />
    </Stack>
  )
}
