import { TabCard, TabFrame } from '../tab-frame.tsx'
import { Button, Radio, Title } from '@mantine/core'
import { useState } from 'react'
import { VerifyPhoneDialog } from '#shared/phone-verification/verify-phone-dialog.tsx'
import { NotificationPreferences } from './notification-preferences.tsx'
import { OwnPassword } from './own-password.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { OwnTokens } from '#features/settings/program-tokens/tokens-place.tsx'
import { ProfileDetails } from './profile-details.tsx'
import { useRefreshMe, useSavePreference } from './profile-queries.ts'
import { channelsOf } from './profile-values.ts'
import { preferenceFailure } from '../people/user-failure.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { LANGUAGE_NAMES, type Language, OFFERED_LANGUAGES } from '@fieldwatch/contract/text/languages'
import { rememberLanguage } from '#platform/texts/page-language.ts'
import { LanguageSelect } from '#shared/languages/language-select.tsx'
import { t as languages } from '#shared/languages/texts.ts'
import { MeasureFields } from '#shared/measures/measure-fields.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { SecondFactorCard } from '../second-factor/second-factor-card.tsx'
import { ActivityDialog } from '#shared/activity/activity-dialog.tsx'
import card from '../settings-page.module.css'
import { TimeFormat } from '@fieldwatch/contract/people/users'
import { formatClock } from '@fieldwatch/contract/time/moment-text'
import classes from './profile.module.css'
import { t } from './texts.ts'

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
    <TabFrame title={t('profile.title')}>
      <ProfileDetails onVerify={(phone) => setVerifying({ phone })} />
      <NotificationPreferences onVerify={(smsOf) => setVerifying({ phone: '', smsOf })} />
      {save.isError ? <FormFailure {...preferenceFailure(save.error, me.timeFormat)} /> : undefined}
      <LanguagePreference />
      <TimePreferences />
      <MeasurePreferences />
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
    </TabFrame>
  )
}

/** What the signed-in user did and from where they signed in: a stranger's sign-in shows here. */
function OwnActivity() {
  const { id } = useMe()
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={t('profile.activity')} className={card['card']}>
      <div className={card['cardHead']}>
        <Title order={3} size="h5">
          {t('profile.activity')}
        </Title>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('profile.activity.show')}
        </Button>
      </div>
      {isOpen ? (
        <ActivityDialog title={t('profile.activity')} narrowing={{ userUID: id }} onClose={() => setOpen(false)} />
      ) : undefined}
    </section>
  )
}

/** In which language the portal speaks. The choice is saved at once; nothing is shown while there is no choice. */
function LanguagePreference({ offered = OFFERED_LANGUAGES }: { offered?: readonly Language[] }) {
  const me = useMe()
  const save = useSavePreference()
  if (offered.length < 2) return undefined
  const saving = save.isPending ? save.variables.language : undefined
  return (
    <section aria-label={languages('languages.label')} className={card['card']}>
      <LanguageSelect
        description={languages('languages.of-person.help')}
        none={
          me.entityLanguage === null
            ? languages('languages.as-browser')
            : languages('languages.as-entity', { language: LANGUAGE_NAMES[me.entityLanguage] })
        }
        offered={offered}
        value={saving === undefined ? me.language : saving}
        onChange={(language) =>
          save.mutate(
            { language },
            {
              onSuccess: () => {
                if (rememberLanguage(language ?? me.entityLanguage ?? undefined)) location.reload()
              },
            },
          )
        }
      />
      {save.isError ? <FormFailure {...preferenceFailure(save.error, me.timeFormat)} /> : undefined}
    </section>
  )
}

/** An afternoon, where the two formats differ. */
const EXAMPLE = new Date(2026, 0, 1, 14, 30).getTime()

/** How times are shown all over the portal. The choice is saved at once. */
function TimePreferences() {
  const me = useMe()
  const save = useSavePreference()
  const chosen = (save.isPending ? save.variables.timeFormat : undefined) ?? me.timeFormat
  return (
    <TabCard title={t('profile.time')}>
      <fieldset aria-label={t('profile.time')} className={classes['category']}>
        {TimeFormat.options.toReversed().map((timeFormat) => (
          <Radio
            key={timeFormat}
            name="time-format"
            checked={timeFormat === chosen}
            label={t('profile.time.hours', {
              hours: parseInt(timeFormat),
              example: formatClock(EXAMPLE, { timeFormat }),
            })}
            onChange={() => save.mutate({ timeFormat })}
          />
        ))}
      </fieldset>
      {save.isError ? <FormFailure {...preferenceFailure(save.error, me.timeFormat)} /> : undefined}
    </TabCard>
  )
}

/** In which units of measure values are shown all over the portal. The choice is saved at once. */
function MeasurePreferences() {
  const me = useMe()
  const save = useSavePreference()
  const saving = save.isPending ? save.variables.measures : undefined
  return (
    <TabCard title={t('profile.measures')}>
      <MeasureFields
        label={t('profile.measures.show')}
        description={t('profile.measures.help')}
        none={t('profile.measures.company')}
        value={saving === undefined ? me.measures : saving}
        onChange={(measures) => save.mutate({ measures })}
      />
      {save.isError ? <FormFailure {...preferenceFailure(save.error, me.timeFormat)} /> : undefined}
    </TabCard>
  )
}
