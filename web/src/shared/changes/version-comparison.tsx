import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import { compareVersions, type IdKind } from './compare-versions.ts'
import type { Comparison } from './use-newer-version.ts'
import classes from './version-comparison.module.css'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { templatesQuery } from '#shared/unit-setup/unit-setup-queries.ts'
import { unitNamesQuery } from '#shared/units/unit-names-query.ts'
import { usersQuery } from '#shared/users/user-queries.ts'
import { t } from './texts.ts'

interface VersionComparisonProps {
  comparison: Comparison
  /** Continues from the newer version, with what was entered in these fields. */
  onChosen: (yours: readonly string[]) => void
}

/** What was entered beside the newer version: a person chooses field by field. */
export function VersionComparison({ comparison, onChosen }: VersionComparisonProps) {
  const fields = compareVersions(comparison.versions, useIdNames(comparison))
  const [yours, setYours] = useState<ReadonlySet<string>>(
    new Set(fields.flatMap(({ name, isYours }) => (isYours ? [name] : []))),
  )
  function choose(name: string, whose: string): void {
    const next = new Set(yours)
    if (whose === 'yours') next.add(name)
    else next.delete(name)
    setYours(next)
  }
  return (
    <Stack gap="xs" w="100%">
      {fields.length === 0 ? <Text>{t('changes.same')}</Text> : undefined}
      {fields.map(({ name, label, ...values }) => (
        <Radio.Group
          key={name}
          label={label}
          value={yours.has(name) ? 'yours' : 'theirs'}
          onChange={(whose) => choose(name, whose)}
        >
          <div className={classes['pair']}>
            <Radio value="yours" label={t('changes.yours', { value: shownText(values.yours) })} />
            <Radio value="theirs" label={t('changes.theirs', { value: shownText(values.theirs) })} />
          </div>
        </Radio.Group>
      ))}
      <Group gap="xs">
        <Button variant="default" onClick={() => onChosen([...yours])}>
          {t('changes.use-selected')}
        </Button>
        <Button variant="default" onClick={() => onChosen([])}>
          {t('changes.keep-theirs')}
        </Button>
      </Group>
    </Stack>
  )
}

function shownText(text: string): string {
  return text === '' ? EMPTY_CELL : text
}

/** Gives the names of the ids in fields that are compared; lists are read only where a field needs them. */
function useIdNames({ versions, ids }: Comparison): (field: string, id: string) => string | undefined {
  const api = useApi()
  const me = useMe()
  const kinds = new Set(Object.values(ids))
  const units = useQuery({ ...unitNamesQuery(api), enabled: kinds.has('unit') })
  const templates = useQuery({ ...templatesQuery(api), enabled: kinds.has('template') })
  const users = useQueries({
    queries: kinds.has('user') && me.role === 'admin' ? entitiesOf(versions, me).map((id) => usersQuery(api, id)) : [],
  })
  const names: Readonly<Record<IdKind, ReadonlyMap<string, string>>> = {
    entity: new Map(Object.entries(me.entityData).map(([id, { name }]) => [id, name])),
    unit: new Map((units.data ?? []).map(({ id, friendlyName }) => [id, friendlyName])),
    template: new Map((templates.data ?? []).map(({ id, title }) => [id, title])),
    user: new Map([me, ...users.flatMap(({ data = [] }) => data)].map((user) => [user.id, userName(user)])),
  }
  return (field, id) => {
    const kind = ids[field]
    return kind === undefined || id === '' ? undefined : (names[kind].get(id) ?? unknownText(kind))
  }
}

/** What is out of reach has no name here; a unit is known by its dataID. */
function unknownText(kind: IdKind): string | undefined {
  return kind === 'unit' ? undefined : t(`changes.other.${kind}`)
}

function entitiesOf(
  { typed, newer }: Comparison['versions'],
  me: { entity: EntityId; entityData: object },
): EntityId[] {
  const named = [typed, newer].map((one) => new Map<string, unknown>(Object.entries(one)).get('entity'))
  const known = Object.keys(me.entityData).filter((id) => id === me.entity || named.includes(id))
  // The keys of this record are ids of entities.
  return known as EntityId[]
}

function userName({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }): string {
  const name = `${firstName} ${lastName}`.trim()
  return name === '' ? email : name
}
