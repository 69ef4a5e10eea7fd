import { EntitySelect } from '#shared/users/entity-select.tsx'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { MOST_PROGRAM_TOKENS } from '@fieldwatch/contract/people/program-tokens'
import { Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { entityOptions } from '../people/entity-options.ts'
import { TokensPlace } from './tokens-place.tsx'
import { t } from './texts.ts'

/** Tokens by which programs act for an entity. For admins. */
export function TokensTab() {
  const me = useMe()
  const [entity, setEntity] = useState<EntityId>(me.entity)
  return (
    <Stack gap="md">
      <TokensPlace
        key={entity}
        entity={entity}
        empty={t('tokens.none')}
        title={
          <Title order={2} size="h4">
            {t('tokens.title')}
          </Title>
        }
      >
        <Text c="dimmed">{t('tokens.help', { most: MOST_PROGRAM_TOKENS })}</Text>
        <EntitySelect label={t('tokens.entity')} options={entityOptions(me)} value={entity} onChange={setEntity} />
      </TokensPlace>
    </Stack>
  )
}
