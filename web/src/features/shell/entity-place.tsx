import { Group, Menu, Text, UnstyledButton } from '@mantine/core'
import { IconSelector } from '#ui/icons/icons.ts'
import { EntityLogo } from '#ui/components/entity-logo.tsx'
import { useUnsavedPage } from '#ui/components/unsaved-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { ALL_ENTITIES, chosenEntity, type EntityChoice, entityChoices, viewingOf } from './entity-choice.ts'
import classes from './entity-place.module.css'
import { setEntityViewing } from '@fieldwatch/contract/people/users'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import { ME_KEY } from '#platform/session/me-key.ts'
import { useSession } from '#platform/session/session-context.tsx'
import { showViewing } from '#platform/session/show-viewing.ts'
import { t } from './texts.ts'

/** Name and logo of the entity; for admins with sub-entities the switch between them. */
export function EntityPlace() {
  const me = useMe()
  const choices = entityChoices(me)
  const chosen = chosenEntity(me)
  const shown = me.entityData[chosen === ALL_ENTITIES ? me.entity : chosen] ?? me.entityData[me.entity]
  const name = shown?.name ?? me.company
  return (
    <Group gap="sm" wrap="nowrap" className={classes['place'] ?? ''}>
      <EntityLogo url={shown?.logo ?? ''} label={t('shell.entity.logo', { name })} />
      {choices.length === 0 ? (
        <Text fw={600} truncate title={name}>
          {name}
        </Text>
      ) : (
        <EntitySwitch choices={choices} chosen={chosen} name={name} isDisabled={shown?.status === 'disabled'} />
      )}
    </Group>
  )
}

interface EntitySwitchProps {
  choices: readonly EntityChoice[]
  chosen: string
  name: string
  isDisabled: boolean
}

function EntitySwitch({ choices, chosen, name, isDisabled }: EntitySwitchProps) {
  const change = useSwitchEntity()
  const page = useUnsavedPage()
  const only = isDisabled ? t('shell.entity.only-disabled') : t('shell.entity.only')
  const label = chosen === ALL_ENTITIES ? t('shell.entity.count', { count: choices.length - 1 }) : only
  return (
    // The header does not scroll, so the menu stays with it.
    <Menu position="bottom-start" withinPortal={false} withInitialFocusPlaceholder={false} hideDetached={false}>
      <Menu.Target>
        <UnstyledButton className={classes['switch'] ?? ''} aria-disabled={change.isPending} title={name}>
          <span className={classes['names']}>
            <Text component="span" fw={600} truncate>
              {name}
            </Text>
            <Text component="span" size="xs" c={change.isError ? 'var(--mantine-color-error)' : 'dimmed'} truncate>
              {change.error?.message ?? (change.isPending ? t('shell.entity.changing') : label)}
            </Text>
          </span>
          <IconSelector stroke={1.5} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('shell.entity.choose')} className={classes['list'] ?? ''}>
        <Menu.RadioGroup
          value={chosen}
          onChange={(value) => {
            if (value !== chosen && !change.isPending) page.leave(() => change.mutate(value))
          }}
        >
          {choices.map((choice) => (
            <Menu.RadioItem
              key={choice.value}
              value={choice.value}
              closeMenuOnClick
              className={classes['choice'] ?? ''}
            >
              {choice.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Switches the viewing entities: cached data of the former ones is dropped in every tab, and the dashboard opens. */
function useSwitchEntity() {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const navigate = useNavigate()
  return useAction({
    mutationFn: async (choice: string) =>
      (await api.call(setEntityViewing, { body: { entityViewing: viewingOf(choice) } })).details,
    onSuccess: async (me) => {
      client.setQueryData(ME_KEY, me)
      session.tellViewing()
      await navigate({ to: '/dashboard' })
      await showViewing(client)
    },
  })
}
