import type { SessionUser } from '@fieldwatch/contract/people/users'
import { Button, Group, TextInput, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { ChangeFailure } from '#shared/changes/change-failure.tsx'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { fieldFailures } from '#ui/components/field-failures.ts'
import { focusInvalid } from '#ui/components/focus-invalid.ts'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { useFocusOnMount } from '#ui/components/use-focus-on-mount.ts'
import { PhoneInput } from '#ui/phone-input/phone-input.tsx'
import { meQuery, useMe } from '#platform/session/me-queries.ts'
import { formErrors } from '#ui/components/form-errors.ts'
import { userFailure } from '../people/user-failure.ts'
import { PasswordQuestion } from './password-question.tsx'
import { type PhotoChange, PhotoChooser, ProfilePhoto } from './profile-photo.tsx'
import { useSaveProfile } from './profile-queries.ts'
import { needsVerification, phoneProblem, ProfileForm, type ProfileValues, profileValues } from './profile-values.ts'
import classes from './profile.module.css'
import card from '../settings-page.module.css'
import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import { t } from './texts.ts'

interface ProfileDetailsProps {
  /** A phone number was entered that has to be verified. */
  onVerify: (phone: string) => void
}

/** The card Details: read-only until Edit is pressed. */
export function ProfileDetails({ onVerify }: ProfileDetailsProps) {
  const me = useMe()
  const [edited, setEdited] = useState(false)
  const [mailed, setMailed] = useState<string>()
  const [editing, edit] = useDisclosure(false, { onClose: () => setEdited(true) })
  return (
    <section aria-label={t('profile.details')} className={card['card']}>
      {editing ? (
        <ProfileEditor
          onCancel={edit.close}
          onSaved={(phone, email) => {
            edit.close()
            setMailed(email)
            if (needsVerification(phone, me.phone)) onVerify(phone)
          }}
        />
      ) : (
        <ReadOnlyDetails focused={edited} mailed={mailed} onEdit={edit.open} />
      )}
    </section>
  )
}

interface ReadOnlyDetailsProps {
  /** The card was just edited: its button takes the focus again. */
  focused: boolean
  /** Where a link to confirm a new address went. */
  mailed: string | undefined
  onEdit: () => void
}

function ReadOnlyDetails({ focused, mailed, onEdit }: ReadOnlyDetailsProps) {
  const me = useMe()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focused) button.current?.focus()
  }, [focused])
  return (
    <>
      <Group justify="space-between" className={card['cardHead'] ?? ''}>
        <Title order={3} size="h5">
          {t('profile.details')}
        </Title>
        <Button ref={button} variant="default" onClick={onEdit}>
          {t('profile.edit')}
        </Button>
      </Group>
      <div className={classes['details']}>
        <ProfilePhoto url={me.profilePic} />
        <ProfileFacts me={me} />
      </div>
      <div className={classes['notes']}>
        {mailed === undefined ? undefined : (
          <SuccessNote text={t('profile.email.sent', { mailed })} advice={t('profile.email.sent.help')} />
        )}
      </div>
    </>
  )
}

interface ProfileEditorProps {
  onCancel: () => void
  /** `email`: a new address, to which a link was mailed. */
  onSaved: (phone: string, email: string | undefined) => void
}

/** What the portal refuses of a single field. */
const FIELDS = { 'user/email-taken': 'email' } as const

function ProfileEditor({ onCancel, onSaved }: ProfileEditorProps) {
  const me = useMe()
  const save = useSaveProfile()
  const first = useFocusOnMount<HTMLInputElement>()
  const [problem, setProblem] = useState<string>()
  // The new address for which the password is asked.
  const [asked, setAsked] = useState<string>()
  const [photo, setPhoto] = useState<PhotoChange>()
  const api = useApi()
  const client = useQueryClient()
  const edit = useChangeForm<SessionUser, ProfileValues>({
    thing: me,
    valuesOf: profileValues,
    validate: (values) => formErrors(ProfileForm.safeParse(values)),
    readNewer: () => client.fetchQuery({ ...meQuery(api), staleTime: 0 }),
    onNewer: save.reset,
  })
  const { form, base } = edit
  useUnsaved(photo !== undefined)
  const error = edit.loadError ?? save.error

  function submit(values: ProfileValues): void {
    const wrong = phoneProblem(values.phone)
    setProblem(wrong)
    if (wrong !== undefined) return
    const { email } = edit.changed(values)
    if (email === undefined) send(values)
    else setAsked(email)
  }

  function send(values: ProfileValues, password?: string): void {
    const change = { changed: edit.changed(values), photo, version: base.version, password }
    save.mutate(change, {
      onSuccess: () => onSaved(values.phone, asked),
      onError: (refused) => {
        form.setErrors(fieldFailures(refused, FIELDS))
        if (!hasCode(refused, 'auth/wrong-password', 'auth/too-many-requests')) setAsked(undefined)
      },
    })
  }

  return (
    <>
      <form noValidate onSubmit={focusInvalid(form.onSubmit(submit))}>
        <Group justify="space-between" className={card['cardHead'] ?? ''}>
          <Title order={3} size="h5">
            {t('profile.details')}
          </Title>
          <Group gap="xs">
            <Button variant="default" disabled={save.isPending} onClick={onCancel}>
              {t('profile.cancel')}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={edit.loading}>
              {t('profile.save')}
            </Button>
          </Group>
        </Group>
        <div className={classes['details']}>
          <PhotoChooser current={me.profilePic} change={photo} onChoose={setPhoto} />
          <div className={classes['fields']}>
            <TextInput
              label={t('profile.details.first-name')}
              required
              autoComplete="given-name"
              ref={first}
              {...form.getInputProps('firstName')}
            />
            <TextInput
              label={t('profile.details.last-name')}
              required
              autoComplete="family-name"
              {...form.getInputProps('lastName')}
            />
            <TextInput
              label={t('profile.details.email')}
              type="email"
              required
              autoComplete="email"
              {...form.getInputProps('email')}
            />
            <PhoneInput
              label={t('profile.details.phone')}
              value={form.values.phone}
              onChange={(phone) => form.setFieldValue('phone', phone)}
            />
          </div>
        </div>
        <div className={classes['notes']}>
          {problem === undefined ? undefined : <FormFailure text={problem} />}
          {error === null || asked !== undefined ? undefined : (
            <ChangeFailure error={error} failure={userFailure(error, t('profile.details.failed'))} newer={edit} />
          )}
        </div>
      </form>
      {asked === undefined ? undefined : (
        <PasswordQuestion
          email={asked}
          busy={save.isPending}
          error={save.error}
          onAnswer={(password) => send(form.values, password)}
          onClose={() => {
            setAsked(undefined)
            save.reset()
          }}
        />
      )}
    </>
  )
}

/** What is known of the signed-in user. */
function ProfileFacts({ me }: { me: SessionUser }) {
  const facts = [
    [t('profile.details.first-name'), me.firstName],
    [t('profile.details.last-name'), me.lastName],
    [t('profile.details.email'), me.email],
    [t('profile.details.phone'), me.phone],
    ...(me.company === '' ? [] : [[t('profile.details.company'), me.company] as const]),
  ] as const
  return (
    <dl className={classes['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === '' ? EMPTY_CELL : value}</dd>
        </div>
      ))}
    </dl>
  )
}
