import { type App, OWN_PAGES, type UNIT_SCREENS } from '@fieldwatch/contract/people/apps'
import type { AppId, DataId, SimId, TemplateId } from '@fieldwatch/contract/api/ids'
import { KIND_NAMES, type KindName } from '@fieldwatch/simulator/kinds/kinds'
import { createAppStore } from '#people/apps/app-store.ts'
import type { Db } from '#platform/database/database.ts'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createUnitToken, hashUnitToken } from '#fleet/units/unit-token.ts'
import type { Platform } from '#platform/floor.ts'
import { addDemoUsers, NORTHWIND } from './demo-users.ts'
import type { DemoState } from './demo-state.ts'
import { createDemoStore } from './demo-store.ts'
import { DEMO_UNITS, type DemoUnit } from './demo-units.ts'
import { hasCheckDigit } from '@fieldwatch/contract/units/sim-numbers'
import { newCard, type SimCard } from '#fleet/sims/sim-card.ts'
import { createSimStore } from '#fleet/sims/sim-store.ts'
import { busGatewayTemplate } from '#demo/templates/bus-gateway-template.ts'
import { coldStoreTemplate } from '#demo/templates/cold-store-template.ts'
import type { DemoTemplate } from '#demo/templates/demo-template.ts'
import { gpsTruckTemplate } from '#demo/templates/gps-truck-template.ts'
import { nutrientPanelTemplate } from '#demo/templates/nutrient-panel-template.ts'
import { pressureGatewayTemplate } from '#demo/templates/pressure-gateway-template.ts'
import { pumpStationTemplate } from '#demo/templates/pump-station-template.ts'
import { waterTankTemplate } from '#demo/templates/water-tank-template.ts'
import { weatherStationTemplate } from '#demo/templates/weather-station-template.ts'

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

type Dependencies = Pick<Platform, 'db' | 'clock' | 'random'>

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
      for (const { dataId } of DEMO_UNITS) await units.update(dataId, { tokenHash: hashOf(dataId) })
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
    await units.update(DEMO_APP_UNIT, { apps: [DEMO_APP.name] })
    for (const { dataId, kind } of DEMO_UNITS) {
      const screen = SCREEN_OF_KIND[kind]
      if (screen !== undefined) await units.update(dataId, { apps: [screen] })
    }
  })
  // A restored backup has the history, and not what the demo remembers beside it. Its alerts come last.
  return { tokens, filled: seeded && (await store.hasAlert(NORTHWIND)) }
}

const MEGABYTE = 1_000_000
const LIMIT = 50 * MEGABYTE

/** What the units have used of it, one after the other; the one in the store room has used nothing. */
const USED_MEGABYTES = [12.4, 31.8, 30.2, 44.9, 48.7, 27.3, 9.6, 6.1, 0, 0]

/** Gives every demo unit its SIM card. Use it in a transaction. */
async function addDemoSims(db: Db, now: number): Promise<void> {
  const cards = DEMO_UNITS.map((unit, place) => cardOf(unit, place, now))
  await createSimStore(db).save(cards, { now, by: undefined })
}

function cardOf({ dataId, friendlyName, state }: DemoUnit, place: number, now: number): SimCard {
  const serial = String(place + 1).padStart(4, '0')
  const card = newCard({
    simId: `northwind-sim-${serial}` as SimId,
    entity: NORTHWIND,
    iccid: withCheckDigit(`89445012345678${serial}`),
  })
  return {
    ...card,
    imsi: `23415012345${serial}`,
    msisdn: `+4477009${serial}00`,
    imei: withCheckDigit(`4901542032${serial}`),
    label: friendlyName,
    operator: place % 3 === 0 ? 'Northern Cellular' : 'Tyne Mobile',
    status: state === 'live' ? 'active' : state === 'retired' ? 'suspended' : 'inactive',
    dataId,
    ip: state === 'waiting' ? '' : `10.64.0.${place + 11}`,
    dataUsed: Math.round((USED_MEGABYTES[place] ?? 0) * MEGABYTE),
    usedAt: now,
    dataLimit: LIMIT,
    lastSessionAt: state === 'live' ? now : null,
  }
}

function withCheckDigit(digits: string): string {
  const numbers = Array.from({ length: 10 }, (_, last) => `${digits}${last}`)
  return numbers.find(hasCheckDigit) ?? digits
}

/** What the demo shows of each kind of unit; the kind's name is the template's id. */
export const DEMO_TEMPLATES: Readonly<Record<KindName, DemoTemplate>> = {
  'weather-station': weatherStationTemplate,
  'water-tank': waterTankTemplate,
  'pump-station': pumpStationTemplate,
  'gps-truck': gpsTruckTemplate,
  'bus-gateway': busGatewayTemplate,
  'pressure-gateway': pressureGatewayTemplate,
  'nutrient-panel': nutrientPanelTemplate,
  'cold-store': coldStoreTemplate,
}
