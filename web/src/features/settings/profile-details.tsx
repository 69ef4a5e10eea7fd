import type { SessionUser } from '@fieldwatch/contract/users'
import { Button, Group, TextInput, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { ChangeFailure } from '#shared/changes/change-failure.tsx'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { fieldFailures } from '#ui/components/field-failures.ts'
import { focusInvalid } from '#ui/components/focus-invalid.ts'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { useFocusOnMount } from '#ui/components/use-focus-on-mount.ts'
import { PhoneInput } from '#ui/phone-input/phone-input.tsx'
import { meQuery, useMe } from '#platform/session/me-queries.ts'
import { formErrors } from '#ui/components/form-errors.ts'
import { userFailure } from './user-failure.ts'
import { ProfileFacts } from './profile-facts.tsx'
import { PhotoChooser, type PhotoChange, ProfilePhoto } from './profile-photo.tsx'
import { useSaveProfile } from './profile-queries.ts'
import { needsVerification, phoneProblem, ProfileForm, profileValues, type ProfileValues } from './profile-values.ts'
import classes from './profile.module.css'
import card from './settings-page.module.css'

interface ProfileDetailsProps {
  /** A phone number was entered that has to be verified. */
  onVerify: (phone: string) => void
}

/** The card Details: read-only until Edit is pressed. */
export function ProfileDetails({ onVerify }: ProfileDetailsProps) {
  const me = useMe()
  const [edited, setEdited] = useState(false)
  const [editing, edit] = useDisclosure(false, { onClose: () => setEdited(true) })
  return (
    <section aria-label="Details" className={card['card']}>
      {editing ? (
        <ProfileEditor
          onCancel={edit.close}
          onSaved={(phone) => {
            edit.close()
            if (needsVerification(phone, me.phone)) onVerify(phone)
          }}
        />
      ) : (
        <ReadOnlyDetails focused={edited} onEdit={edit.open} />
      )}
    </section>
  )
}

interface ReadOnlyDetailsProps {
  /** The card was just edited: its button takes the focus again. */
  focused: boolean
  onEdit: () => void
}

function ReadOnlyDetails({ focused, onEdit }: ReadOnlyDetailsProps) {
  const me = useMe()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focused) button.current?.focus()
  }, [focused])
  return (
    <>
      <Group justify="space-between" className={card['cardHead'] ?? ''}>
        <Title order={3} size="h5">
          Details
        </Title>
        <Button ref={button} variant="default" onClick={onEdit}>
          Edit
        </Button>
      </Group>
      <div className={classes['details']}>
        <ProfilePhoto url={me.profilePic} />
        <ProfileFacts me={me} />
      </div>
    </>
  )
}

interface ProfileEditorProps {
  onCancel: () => void
  onSaved: (phone: string) => void
}

/** What the portal refuses of a single field. */
const FIELDS = { 'user/email-taken': 'email' } as const

const FAILED = 'Something went wrong when saving the profile'

function ProfileEditor({ onCancel, onSaved }: ProfileEditorProps) {
  const me = useMe()
  const save = useSaveProfile()
  const first = useFocusOnMount<HTMLInputElement>()
  const [problem, setProblem] = useState<string>()
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
    const change = { changed: edit.changed(values), photo, version: base.version }
    save.mutate(change, {
      onSuccess: () => onSaved(values.phone),
      onError: (refused) => form.setErrors(fieldFailures(refused, FIELDS)),
    })
  }

  return (
    <form noValidate onSubmit={focusInvalid(form.onSubmit(submit))}>
      <Group justify="space-between" className={card['cardHead'] ?? ''}>
        <Title order={3} size="h5">
          Details
        </Title>
        <Group gap="xs">
          <Button variant="default" disabled={save.isPending} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Group>
      <div className={classes['details']}>
        <PhotoChooser current={me.profilePic} change={photo} onChoose={setPhoto} />
        <div className={classes['fields']}>
          <TextInput
            label="First Name"
            required
            autoComplete="given-name"
            ref={first}
            {...form.getInputProps('firstName')}
          />
          <TextInput label="Last Name" required autoComplete="family-name" {...form.getInputProps('lastName')} />
          <TextInput label="Email" type="email" required autoComplete="email" {...form.getInputProps('email')} />
          <PhoneInput
            label="Phone number"
            value={form.values.phone}
            onChange={(phone) => form.setFieldValue('phone', phone)}
          />
        </div>
      </div>
      <div className={classes['notes']}>
        {problem === undefined ? undefined : <FormFailure text={problem} />}
        {error === null ? undefined : (
          <ChangeFailure
            error={error}
            failure={userFailure(error, FAILED)}
            loading={edit.loading}
            onLoadNewer={edit.loadNewer}
          />
        )}
      </div>
    </form>
  )
}
