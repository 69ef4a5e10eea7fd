import { Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { VerifyPhoneDialog } from '#shared/phone-verification/verify-phone-dialog.tsx'
import { NotificationPreferences } from './notification-preferences.tsx'
import { OwnActivity } from './own-activity.tsx'
import { OwnPassword } from './own-password.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { OwnTokens } from './program-tokens/own-tokens.tsx'
import { ProfileDetails } from './profile-details.tsx'
import { useRefreshMe } from './profile-queries.ts'
import { SecondFactorCard } from './second-factor/second-factor-card.tsx'
import { TimePreferences } from './time-preferences.tsx'

/** The signed-in user's own details and preferences. */
export function ProfileTab() {
  // The number that the dialog opens with; undefined while it is closed.
  const [verifying, setVerifying] = useState<string>()
  const refresh = useRefreshMe()
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        Profile
      </Title>
      <ProfileDetails onVerify={setVerifying} />
      <NotificationPreferences onVerify={() => setVerifying('')} />
      <TimePreferences />
      <OwnPassword />
      <SecondFactorCard />
      <OwnSessions />
      <OwnTokens />
      <OwnActivity />
      <VerifyPhoneDialog
        opened={verifying !== undefined}
        phone={verifying ?? ''}
        onClose={() => setVerifying(undefined)}
        onVerified={() => void refresh()}
      />
    </Stack>
  )
}
