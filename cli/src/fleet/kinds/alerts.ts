import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { AlertId, UserId } from '@fieldwatch/contract/api/ids'
import { type Alert, AlertChanges, createAlert, removeAlert, updateAlert } from '@fieldwatch/contract/alerts/alerts'
import { type Content, toContent } from '../../files/json.ts'
import { toProblems } from '../../files/read-yaml.ts'
import type { Fleet } from '../fleet.ts'
import { keyInEntity, type PresentItem } from '../items.ts'
import type { Kind } from '../kind.ts'
import { only } from './only.ts'

export const alerts: Kind = {
  list: async (fleet) => {
    const items: PresentItem[] = []
    for (const alert of await fleet.alerts()) items.push(await describeAlert(fleet, alert))
    return items
  },
  findMissing: ({ name, content, placeOf }) => {
    const parsed = createAlert.body.safeParse({ name, ...content })
    return parsed.success ? [] : parsed.error.issues.flatMap((issue) => toProblems(issue, placeOf))
  },
  add: async (fleet, { entity, name, content }) => {
    const body = { entity, name, ...(await withIds(fleet, content)) }
    await fleet.portal.call(createAlert, { body: body as CallOf<typeof createAlert>['body'] })
    return undefined
  },
  change: async (fleet, { present, wanted, keys }) => {
    const changes = await withIds(fleet, only(wanted.content, keys))
    const body = { alertID: present.id as AlertId, version: present.version, ...changes }
    await fleet.portal.call(updateAlert, { body })
  },
  remove: async ({ portal }, { id }) => {
    await portal.call(removeAlert, { body: { alertID: id as AlertId } })
  },
}

/** The fields of an alert that are taken as they are: all but these five. */
const {
  entity: _entity,
  name: _name,
  owners: _owners,
  viewers: _viewers,
  devices: _devices,
  ...plainShape
} = AlertChanges.shape
const PLAIN_FIELDS = new Set(Object.keys(plainShape))

async function describeAlert(fleet: Fleet, alert: Alert): Promise<PresentItem> {
  const { id, entity, name, version, people, owners, viewers, devices } = alert
  const users = await fleet.users()
  // Those out of reach stay, whatever is sent.
  const inReach = new Set(people.map((person) => person.id))
  const nameUser = (userId: UserId): string => users.find((user) => user.id === userId)?.email.toLowerCase() ?? userId
  const addresses = (ids: readonly UserId[]) => ids.filter((userId) => inReach.has(userId)).map(nameUser)
  const plain = Object.fromEntries(Object.entries(alert).filter(([key]) => PLAIN_FIELDS.has(key)))
  return {
    kind: 'alert',
    key: keyInEntity(entity, name),
    name,
    entity,
    id,
    version,
    content: toContent({
      ...plain,
      devices: devices.toSorted(),
      owners: addresses(owners).sort(),
      viewers: addresses(viewers).sort(),
    }),
  }
}

async function withIds(fleet: Fleet, content: Content): Promise<Content> {
  const users = await fleet.users()
  const idsOf = (key: 'owners' | 'viewers') => {
    const named = content[key] as readonly string[] | undefined
    const ids = named?.map((name) => users.find(({ email }) => email.toLowerCase() === name)?.id ?? name)
    return ids === undefined ? {} : { [key]: ids }
  }
  return { ...content, ...idsOf('owners'), ...idsOf('viewers') }
}
