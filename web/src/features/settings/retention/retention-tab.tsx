import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Retention } from '@fieldwatch/contract/units/retention'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { heldText } from '#shared/retention/kept-days.ts'
import { retentionPreviewQuery, retentionQuery } from '#shared/retention/retention-queries.ts'
import { RetentionRow } from '#shared/retention/retention-row.tsx'
import { t } from '#shared/retention/texts.ts'
import { EntitySelect } from '#shared/users/entity-select.tsx'
import { Loaded } from '#ui/components/loaded.tsx'
import { entityOptions } from '../people/entity-options.ts'
import { TabCard, TabFrame } from '../tab-frame.tsx'
import classes from './retention-tab.module.css'

/** How long the units of an entity keep what they have, one entity at a time. */
export function RetentionTab() {
  const me = useMe()
  const navigate = useNavigate({ from: '/settings' })
  const { entity: asked = me.entity } = useSearch({ from: '/signed-in/settings' })
  const query = useQuery(retentionQuery(useApi()))
  const options = entityOptions(me)
  const { value: entity, label: name } = options.find(({ value }) => value === asked) ?? {
    value: me.entity,
    label: me.entityData[me.entity]?.name ?? '',
  }
  const choose = (next: EntityId): void =>
    void navigate({ search: { tab: 'retention', ...(next === me.entity ? {} : { entity: next }) } })
  return (
    <TabFrame title={t('retention.title')} help={t('retention.help-entity')}>
      <EntitySelect label={t('retention.choose')} options={options} value={entity} onChange={choose} />
      <Loaded query={query} failed={t('retention.failed')} height="8rem">
        {({ entities, portal }) =>
          entities
            .filter(({ entityID }) => entityID === entity)
            .map(({ entityID, version, ...days }) => (
              <TabCard key={entityID} title={name}>
                <Held entity={entityID} days={days} />
                <ul className={classes['rows']}>
                  <RetentionRow target={{ entityID }} name={name} days={days} version={version} otherwise={portal} />
                </ul>
              </TabCard>
            ))
        }
      </Loaded>
    </TabFrame>
  )
}

/** What the units of an entity hold now. */
function Held({ entity, days }: { entity: EntityId; days: Retention }) {
  const preview = useQuery(retentionPreviewQuery(useApi(), entity, days))
  return (
    <Loaded query={preview} failed={t('retention.extent.failed')} height="1.5rem">
      {({ kept }) => <Text>{heldText(kept)}</Text>}
    </Loaded>
  )
}
