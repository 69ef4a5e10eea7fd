import type { EntityId } from '@fieldwatch/contract/api/ids'
import { MultiSelect, Text } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useQueries } from '@tanstack/react-query'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { usersQuery } from '@fieldwatch/web/shared/users/user-queries.ts'
import { t } from './texts.ts'

interface RecipientsFieldProps extends GetInputPropsReturnType {
  /** Whose users can be chosen; those out of reach are left out. */
  entities: readonly EntityId[]
  /** Those who get it already. */
  known: readonly { readonly uid: string; readonly name: string }[]
}

/** To whom a report is sent: admins choose among users, others have it sent to themselves. */
export function RecipientsField({ entities, known, ...field }: RecipientsFieldProps) {
  const me = useMe()
  const api = useApi()
  const isAdmin = me.role === 'admin'
  const asked = isAdmin ? [...new Set([me.entity, ...entities])].filter((id) => Object.hasOwn(me.entityData, id)) : []
  const lists = useQueries({ queries: asked.map((entity) => usersQuery(api, entity)) })
  if (!isAdmin)
    return (
      <Text size="sm">
        {t('reports-by-mail.recipient.self', { email: me.email })} {field.error}
      </Text>
    )
  const users = lists.flatMap(({ data = [] }) => data)
  const options = new Map(known.map(({ uid, name }) => [uid, name]))
  for (const { id, firstName, lastName, email, status } of users) {
    if (status === 'disabled') continue
    const name = `${firstName} ${lastName}`.trim()
    options.set(id, name === '' ? email : `${name}, ${email}`)
  }
  options.set(me.id, t('reports-by-mail.recipient.you', { email: me.email }))
  return (
    <MultiSelect
      label={t('reports-by-mail.recipient.label')}
      description={t('reports-by-mail.recipient.help')}
      required
      searchable
      hidePickedOptions
      nothingFoundMessage={t('reports-by-mail.recipient.none')}
      data={[...options].map(([value, label]) => ({ value, label }))}
      {...field}
    />
  )
}
