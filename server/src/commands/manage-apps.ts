import type { ActivityAction } from '@fieldwatch/contract/activity/activity-actions'
import { type App, appSlug, UNIT_SCREENS } from '@fieldwatch/contract/people/apps'
import type { AppId } from '@fieldwatch/contract/api/ids'
import { createAppStore } from '#people/apps/app-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { type AppCommand, ArgumentError } from './admin-arguments.ts'
import { type AdminParts, COMMAND_LINE } from './admin-parts.ts'
import { getEntityByName } from './find-entity-by-name.ts'

/**
 * Does what the command says about apps. Returns the text for the terminal.
 * @throws ArgumentError for an app or entity that is not there; DomainError unit/not-found
 */
export function manageApps(parts: AdminParts, command: AppCommand): Promise<string> {
  return parts.db.transaction().execute((tx) => perform({ ...parts, db: tx }, command))
}

function perform(parts: AdminParts, command: AppCommand): Promise<string> {
  switch (command.command) {
    case 'app list':
      return listApps(parts.db)
    case 'app add':
      return addApp(parts, command)
    case 'app allow':
      return allowApp(parts, command)
    case 'app tab':
    case 'app untab':
      return changeTab(parts, command)
    default:
      return removeApp(parts, command.app)
  }
}

type Command<C extends AppCommand['command']> = Extract<AppCommand, { command: C }>

async function listApps(db: Db): Promise<string> {
  const apps = await createAppStore(db).list()
  if (apps.length === 0) return 'There are no apps.\n'
  return apps.map(({ name, path, url }) => `${name}\n  /applications/${path}\n  ${url}\n`).join('')
}

async function addApp({ db, clock, random }: AdminParts, command: Command<'app add'>): Promise<string> {
  const { name, url, icon, everyone, entity } = command
  const path = command.path ?? appSlug(name).replaceAll(/[^a-z0-9_-]/g, '')
  if (everyone === (entity !== undefined)) throw new ArgumentError('Use either --everyone or --entity.')
  if (path === '') throw new ArgumentError('--path is missing.')
  const apps = createAppStore(db)
  for (const word of [name, path]) {
    if ((await apps.find(word)) !== undefined) throw new ArgumentError(`There is an app "${word}" already.`)
  }
  const entities = entity === undefined ? [] : [await getEntityByName(db, entity, command.parent)]
  const app: App = { id: random.id() as AppId, name, path, icon, url, allAccess: everyone, entities }
  await apps.create(app)
  await record({ db, clock }, 'create app', app.id, { after: app })
  return `${name} opens at /applications/${path}.\n`
}

async function allowApp({ db, clock }: AdminParts, command: Command<'app allow'>): Promise<string> {
  const app = await getApp(db, command.app)
  const entity = await getEntityByName(db, command.entity, command.parent)
  const entities = [...new Set([...app.entities, entity])]
  await createAppStore(db).setEntities(app.id, entities)
  await record({ db, clock }, 'allow app', app.id, { before: app.entities, after: entities })
  return `The people of ${command.entity} may open ${app.name}.\n`
}

/** The tab of an app that was removed in the meantime can still be taken away. */
async function changeTab({ db, clock }: AdminParts, command: Command<'app tab' | 'app untab'>): Promise<string> {
  const { unit } = command
  const on = command.command === 'app tab'
  const name = on ? (screenOf(command.app) ?? (await getApp(db, command.app)).name) : command.app
  const units = createUnitStore(db)
  const before = await units.getApps(unit)
  const others = before.filter((each) => appSlug(each) !== appSlug(name))
  const after = on ? [...others, name] : others
  await units.update(unit, { apps: after })
  await record({ db, clock }, 'change unit apps', unit, { before, after })
  return on ? `${unit} has a tab ${name}.\n` : `${unit} has no tab ${name}.\n`
}

/** The screen of the portal itself that a word names, by its name or address. */
function screenOf(word: string): string | undefined {
  return UNIT_SCREENS.find((name) => appSlug(name) === appSlug(word))
}

async function removeApp({ db, clock }: AdminParts, word: string): Promise<string> {
  const app = await getApp(db, word)
  await createAppStore(db).remove(app.id)
  await createUnitStore(db).forgetApp(app.name)
  await record({ db, clock }, 'remove app', app.id, { before: app })
  return `${app.name} is removed.\n`
}

async function getApp(db: Db, word: string): Promise<App> {
  const app = await createAppStore(db).find(word)
  if (app === undefined) throw new ArgumentError(`There is no app "${word}".`)
  return app
}

interface Change {
  before?: unknown
  after?: unknown
}

async function record(
  { db, clock }: Pick<AdminParts, 'db' | 'clock'>,
  action: ActivityAction,
  subjectId: string,
  change: Change,
) {
  const subject = { kind: action === 'change unit apps' ? 'unit' : 'app', id: subjectId, entity: undefined }
  await createAuditStore(db).recordChange(COMMAND_LINE, subject, { at: clock(), action, ...change })
}
