import type { EntityId } from '@fieldwatch/contract/api/ids'
import { PROGRAM_SCOPES, type ProgramScope } from '@fieldwatch/contract/api/program-scopes'
import { ProgramTokenDraft } from '@fieldwatch/contract/people/program-tokens'
import type { Role } from '@fieldwatch/contract/people/users'
import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMe } from '#platform/session/me-queries.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { formErrors } from '#ui/components/form-errors.ts'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { useCreateToken } from './token-queries.ts'
import { SCOPES_OF_ADMINS } from './token-text.ts'
import { t } from './texts.ts'

interface TokenDialogProps {
  /** Whose it becomes; undefined: the signed-in user's. */
  entity: EntityId | undefined
  onMade: (name: string, secret: string) => void
  onClose: () => void
}

interface Values {
  name: string
  scopes: ProgramScope[]
  days: string
  role: Role
}

const LIVES = [7, 30, 90]
const YEAR_DAYS = 366

/** What a new token is for, and how long it is good. */
export function TokenDialog({ entity, onMade, onClose }: TokenDialogProps) {
  const me = useMe()
  const create = useCreateToken()
  const form = useForm<Values>({
    initialValues: { name: '', scopes: ['read'], days: '90', role: 'viewer' },
    validate: (values) => formErrors(ProgramTokenDraft.safeParse(draftOf(values))),
  })
  useUnsaved(form.isDirty())
  const role = entity === undefined ? me.role : form.values.role
  const offered = PROGRAM_SCOPES.filter((scope) => role === 'admin' || !SCOPES_OF_ADMINS.includes(scope))

  function draftOf({ name, scopes, days, role: right }: Values): ProgramTokenDraft {
    return { name, scopes, days: Number(days), ...(entity === undefined ? {} : { entity, role: right }) }
  }

  function save(values: Values): void {
    create.mutate(draftOf(values), { onSuccess: ({ secret }) => onMade(values.name, secret) })
  }

  return (
    <FormDialog
      title={t('tokens.add.title')}
      submit={t('tokens.add.submit')}
      busy={create.isPending}
      failure={create.error}
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
    >
      <TextInput
        label={t('tokens.name')}
        description={t('tokens.name.help')}
        placeholder={t('tokens.name.example')}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      {entity === undefined ? undefined : (
        <NativeSelect
          label={t('tokens.role')}
          data={[
            { value: 'viewer', label: t('tokens.role.viewer') },
            { value: 'admin', label: t('tokens.role.admin') },
          ]}
          {...form.getInputProps('role')}
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.value === 'admin' ? 'admin' : 'viewer'
            form.setValues({
              role: chosen,
              scopes: form.values.scopes.filter((scope) => chosen === 'admin' || !SCOPES_OF_ADMINS.includes(scope)),
            })
          }}
        />
      )}
      <Checkbox.Group label={t('tokens.scopes')} required {...form.getInputProps('scopes')}>
        <Stack gap="xs" mt="xs">
          {offered.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={t(`tokens.scope.${scope}`)}
              description={t(`tokens.scope.${scope}.help`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <NativeSelect
        label={t('tokens.life')}
        data={[
          ...LIVES.map((days) => ({ value: String(days), label: t('tokens.life.days', { days }) })),
          { value: String(YEAR_DAYS), label: t('tokens.life.year') },
        ]}
        {...form.getInputProps('days')}
      />
    </FormDialog>
  )
}
