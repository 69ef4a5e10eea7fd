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
import { SCOPE_TEXT } from './token-text.ts'

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

const LIVES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '366', label: 'One year' },
]

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
  const offered = PROGRAM_SCOPES.filter((scope) => role === 'admin' || !SCOPE_TEXT[scope].ofAdmins)

  function draftOf({ name, scopes, days, role: right }: Values): ProgramTokenDraft {
    return { name, scopes, days: Number(days), ...(entity === undefined ? {} : { entity, role: right }) }
  }

  function save(values: Values): void {
    create.mutate(draftOf(values), { onSuccess: ({ secret }) => onMade(values.name, secret) })
  }

  return (
    <FormDialog
      title="Add a token"
      submit="Add"
      busy={create.isPending}
      failure={create.isError ? { text: create.error.message } : undefined}
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="What it is for. What the program does is written down under this name."
        placeholder="Nightly report"
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      {entity === undefined ? undefined : (
        <NativeSelect
          label="Acts as"
          data={[
            { value: 'viewer', label: 'Viewer of this entity alone' },
            { value: 'admin', label: 'Admin of this entity alone' },
          ]}
          {...form.getInputProps('role')}
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.value === 'admin' ? 'admin' : 'viewer'
            form.setValues({
              role: chosen,
              scopes: form.values.scopes.filter((scope) => chosen === 'admin' || !SCOPE_TEXT[scope].ofAdmins),
            })
          }}
        />
      )}
      <Checkbox.Group label="What it may be used for" required {...form.getInputProps('scopes')}>
        <Stack gap="xs" mt="xs">
          {offered.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={SCOPE_TEXT[scope].label}
              description={SCOPE_TEXT[scope].description}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <NativeSelect label="Good for" data={LIVES} {...form.getInputProps('days')} />
    </FormDialog>
  )
}
