import type { UserId } from '@fieldwatch/contract/api/ids'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { type Person, type AlertRole } from './alert-people.ts'
import classes from './people-list.module.css'
import { t } from '../texts.ts'

interface PeopleListProps {
  /** Where one's own messages go. */
  ownNote: string
  people: readonly Person[]
  getAlertRole: (id: UserId) => AlertRole
  error: ReactNode
  onChange: (id: UserId, role: AlertRole) => void
}

/** More than that are searched. */
const MOST_SHOWN = 20

const ALERT_ROLES: readonly AlertRole[] = ['none', 'viewer', 'owner']

/** The users of the entity, and what each is to the alert. */
export function PeopleList({ people, ownNote, getAlertRole, error, onChange }: PeopleListProps) {
  const [search, setSearch] = useState('')
  const sought = useDeferredValue(search).trim().toLowerCase()
  const found = people.filter(({ name, note }) => `${name} ${note}`.toLowerCase().includes(sought))
  // Those who have it are in sight.
  const sorted = [
    ...found.filter(({ id }) => getAlertRole(id) !== 'none'),
    ...found.filter(({ id }) => getAlertRole(id) === 'none'),
  ]
  const shown = people.length > MOST_SHOWN ? sorted.slice(0, MOST_SHOWN) : found
  const rest = found.length - shown.length
  return (
    <fieldset className={classes['people']}>
      <legend>{t('alerts.people.title')}</legend>
      <Text c="dimmed">{t('alerts.people.help')}</Text>
      <Text>{ownNote}</Text>
      {people.length > MOST_SHOWN && (
        <TextInput
          label={t('alerts.people.search')}
          type="search"
          autoComplete="off"
          mt="xs"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      )}
      <Text role="alert" c="var(--mantine-color-error)">
        {error}
      </Text>
      <ul className={classes['list']}>
        {shown.map((person) => (
          <li key={person.id} className={classes['row']}>
            <div className={classes['person']}>
              <Text>{person.name}</Text>
              <Text c="dimmed" size="xs">
                {person.note}
              </Text>
            </div>
            <NativeSelect
              aria-label={t('alerts.people.share-as', { name: person.name })}
              className={classes['role'] ?? ''}
              data={ALERT_ROLES.map((role) => ({ value: role, label: t(`alerts.role.${role}`) }))}
              disabled={person.isFixed}
              value={getAlertRole(person.id)}
              onChange={({ currentTarget }) => onChange(person.id, currentTarget.value as AlertRole)}
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <Text c="dimmed">{t('alerts.people.none-found', { search: search.trim() })}</Text>}
      {rest > 0 && <Text c="dimmed">{t('alerts.people.rest', { rest })}</Text>}
    </fieldset>
  )
}
