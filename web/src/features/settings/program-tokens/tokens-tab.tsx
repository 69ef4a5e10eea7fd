import type { EntityId } from '@fieldwatch/contract/api/ids'
import { MOST_PROGRAM_TOKENS } from '@fieldwatch/contract/people/program-tokens'
import { NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { entityOptions } from '../people/entity-options.ts'
import { TokensPlace } from './tokens-place.tsx'

/** Tokens by which programs act for an entity. For admins. */
export function TokensTab() {
  const me = useMe()
  const entities = entityOptions(me)
  const [entity, setEntity] = useState<EntityId>(me.entity)
  return (
    <Stack gap="md">
      <TokensPlace
        key={entity}
        entity={entity}
        empty="No tokens yet. Add one for a program that belongs to the entity and not to a person, such as a gateway that sends for many devices."
        title={
          <Title order={2} size="h4">
            Tokens
          </Title>
        }
      >
        <Text c="dimmed">
          A token of an entity goes on when people leave. It acts in that entity alone, not in those below it. An entity
          has at most {MOST_PROGRAM_TOKENS}.
        </Text>
        {entities.length < 2 ? undefined : (
          <NativeSelect
            label="Entity"
            data={entities}
            value={entity}
            // One of the list.
            onChange={({ currentTarget }) => setEntity(currentTarget.value as EntityId)}
          />
        )}
      </TokensPlace>
    </Stack>
  )
}
