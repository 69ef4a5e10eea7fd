import { Avatar, Group, Select, Text } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useMe } from '#session/me-queries.ts'
import { ALL_ENTITIES, chosenEntity, entityChoices } from './entity-choice.ts'
import { useSwitchEntity } from './shell-queries.ts'
import classes from './entity-place.module.css'

/** A list of more entities than this can be searched. */
const SEARCHABLE_FROM = 8

/** Name and logo of the entity; for admins with sub-entities the switch between them. */
export function EntityPlace() {
  const me = useMe()
  const choices = entityChoices(me)
  const chosen = chosenEntity(me)
  const shown = me.entityData[chosen === ALL_ENTITIES ? me.entity : chosen] ?? me.entityData[me.entity]
  const name = shown?.name ?? me.company
  return (
    <Group gap="sm" wrap="nowrap" className={classes['place'] ?? ''}>
      <Avatar src={shown?.logo === '' ? null : (shown?.logo ?? null)} alt={`Logo of ${name}`} radius="md" size="md">
        <IconBuilding stroke={1.5} aria-hidden="true" />
      </Avatar>
      {choices.length === 0 ? (
        <Text fw={600} truncate title={name}>
          {name}
        </Text>
      ) : (
        <EntitySwitch choices={choices} chosen={chosen} name={name} />
      )}
    </Group>
  )
}

interface EntitySwitchProps {
  choices: { value: string; label: string }[]
  chosen: string
  name: string
}

function EntitySwitch({ choices, chosen, name }: EntitySwitchProps) {
  const change = useSwitchEntity()
  return (
    <div className={classes['switch']}>
      <Text fw={600} size="sm" truncate title={name}>
        {name}
      </Text>
      <Select
        aria-label="Entity to look at"
        data={choices}
        value={change.isPending ? change.variables : chosen}
        onChange={(value) => {
          if (value !== null && value !== chosen) change.mutate(value)
        }}
        disabled={change.isPending}
        error={change.error?.message}
        allowDeselect={false}
        searchable={choices.length > SEARCHABLE_FROM}
        size="xs"
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      />
    </div>
  )
}
