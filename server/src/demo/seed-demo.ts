import { type App, OWN_PAGES, type UNIT_SCREENS } from '@fieldwatch/contract/apps'
import type { AppId, DataId, TemplateId } from '@fieldwatch/contract/ids'
import { KIND_NAMES, type KindName } from '@fieldwatch/simulator/kinds/kinds'
import { createAppStore } from '#people/apps/app-store.ts'
import type { Db } from '#platform/database/database.ts'
import type { Random } from '#platform/random/random.ts'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createUnitToken, hashUnitToken } from '#fleet/units/unit-token.ts'
import { addDemoUsers, NORTHWIND } from './demo-users.ts'
import { addDemoSims } from './demo-sims.ts'
import type { DemoState } from './demo-state.ts'
import { createDemoStore } from './demo-store.ts'
import { DEMO_UNITS } from './demo-units.ts'
import { DEMO_TEMPLATES } from './templates/demo-templates.ts'

/** A page of our own as an app, which is also a tab of the unit whose sensors it helps to calibrate. */
const DEMO_APP: App = {
  id: 'calibration' as AppId,
  name: 'Calibration',
  path: 'calibration',
  icon: '',
  url: OWN_PAGES[0],
  allAccess: true,
  entities: [],
}
const DEMO_APP_UNIT = 'nutrient-panel-01' as DataId

/** Kinds of units whose sensors are configured on a screen of the portal. */
const SCREEN_OF_KIND: Readonly<Partial<Record<KindName, (typeof UNIT_SCREENS)[number]>>> = {
  'bus-gateway': 'XetaSense',
  'pressure-gateway': 'Pressure Sensor',
}

interface Dependencies {
  db: Db
  clock: Clock
  random: Random
}

/**
 * Makes sure that Northwind Water is there with its people, templates and units, and that we know the tokens of its units.
 * `state` is what an earlier start left.
 */
export async function seedDemo({ db, clock, random }: Dependencies, state: DemoState | undefined): Promise<DemoState> {
  const store = createDemoStore(db)
  const seeded = await store.hasEntity(NORTHWIND)
  if (seeded && state !== undefined) return state
  const tokens = Object.fromEntries(DEMO_UNITS.map(({ dataId }) => [dataId, createUnitToken(random)]))
  const hashOf = (dataId: string): Buffer => hashUnitToken(tokens[dataId] ?? '')
  await db.transaction().execute(async (tx) => {
    const units = createUnitStore(tx)
    if (seeded) {
      for (const { dataId } of DEMO_UNITS) await units.setTokenHash(dataId, hashOf(dataId))
      return
    }
    await addDemoUsers(tx)
    await createAppStore(tx).create(DEMO_APP)
    for (const kind of KIND_NAMES) {
      const template = { id: kind as string as TemplateId, entityId: NORTHWIND, definition: DEMO_TEMPLATES[kind] }
      await createTemplateStore(tx).create(template)
    }
    for (const { dataId, friendlyName, description, entity, kind } of DEMO_UNITS) {
      await units.create({
        dataId,
        friendlyName,
        description,
        entities: [NORTHWIND, entity],
        defaultTemplate: kind as string as TemplateId,
        tokenHash: hashOf(dataId),
        createdAt: clock(),
      })
    }
    await addDemoSims(tx, clock())
    await units.setApps(DEMO_APP_UNIT, [DEMO_APP.name])
    for (const { dataId, kind } of DEMO_UNITS) {
      const screen = SCREEN_OF_KIND[kind]
      if (screen !== undefined) await units.setApps(dataId, [screen])
    }
  })
  // A restored backup has the history, and not what the demo remembers beside it. Its alerts come last.
  return { tokens, filled: seeded && (await store.hasAlert(NORTHWIND)) }
}
