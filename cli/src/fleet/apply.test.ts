import assert from 'node:assert/strict'
import { cp, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createAlert, listAlerts } from '@fieldwatch/contract/alerts/alerts'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { listEvents } from '@fieldwatch/contract/events/events'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { createPlace, listPlaces } from '@fieldwatch/contract/places/places'
import { listTemplateGallery } from '@fieldwatch/contract/templates/template-gallery'
import { getTemplate } from '@fieldwatch/contract/templates/templates'
import { createLabel, listLabels, updateLabel } from '@fieldwatch/contract/units/labels'
import { type DataDocument, listUnits } from '@fieldwatch/contract/units/units'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { FleetFile } from '../files/fleet-file.ts'
import { readYaml } from '../files/read-yaml.ts'
import { createPortal, type Portal } from '../portal/portal.ts'
import { createCommandLine, makeFolder, writeFiles } from '../testing/command-line.ts'
import { applyPlan } from './apply-plan.ts'
import { describeWanted } from './describe-wanted.ts'
import { createFleet } from './fleet.ts'
import { planFleet } from './plan.ts'

const database = await createTestDatabase()
const { app, call, db, signInAs } = await createTestApp({ database })
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }
const url = `http://127.0.0.1:${port}`

const SCOPES: CallOf<typeof createProgramToken>['body']['scopes'] = [
  'read',
  'manage-units',
  'manage-templates',
  'manage-alerts',
]

interface Place {
  readonly entity: EntityId
  readonly admin: SignedInUser
  readonly run: ReturnType<typeof createCommandLine>
  readonly portal: Portal
}

/** An entity of its own, and the command line of its admin. */
async function addEntity({
  scopes = SCOPES,
  parent,
}: { scopes?: typeof SCOPES; parent?: EntityId } = {}): Promise<Place> {
  const entity = await buildEntity(db, {
    name: `Water ${names++}`,
    ...(parent === undefined ? {} : { parentId: parent }),
  })
  const admin = await signInAs({ role: 'admin', entity })
  const body = { name: 'Deploy', scopes, days: 1 }
  const { secret: token } = (await call(createProgramToken, { as: admin, body })).body.details
  return {
    entity,
    admin,
    run: createCommandLine({ FIELDWATCH_URL: url, FIELDWATCH_TOKEN: token }),
    portal: createPortal({ url, token }),
  }
}
let names = 1

/** A unit that has sent a level and its position. */
async function addUnit(entity: EntityId): Promise<DataId> {
  const unit = await buildUnit(db, { entity, friendlyName: 'Pump' })
  await sendRecords(app, unit, 'tank', { level: 1.5 })
  await sendRecords(app, unit, 'location', { lat: 59.3, lon: 18.1 })
  return unit.dataId
}

const fleetOf = (dataID: string, owner: string) => ({
  'labels.yaml': `
labels:
  - name: Critical
    colour: red
`,
  'map/places.yml': `
places:
  - name: Main depot
    group: Depots
    geometry: { type: Point, coordinates: [18.1, 59.3] }
    radius: 250
`,
  'templates/tank.yaml': `
templates:
  - title: Tank
    overview: {}
    timeSeries: { charts: [] }
    events:
      - { title: High level, type: event }
      - { title: At the depot, type: event }
`,
  'units.yaml': `
units:
  - dataID: ${dataID}
    friendlyName: Tank 1
    description: Behind the house
    defaultTemplate: Tank
    labels: [critical]
    size: 12 m³
    eventTables:
      - title: High level
        comparison: tank.level > 2
        startDate: 2026-01-01
        values: [{ source: tank, field: level }]
        maxGapMinutes: 30
      - title: At the depot
        comparison: location in place Main depot
        startDate: 2026-01-01
  - dataID: ${dataID}-new
    friendlyName: Tank 2
    defaultTemplate: Tank
`,
  'alerts.yaml': `
alerts:
  - name: Level too high
    devices: [${dataID}]
    source: tank
    condition: { field: level, operator: greater than, constant: 2 }
    owners: [${owner.toUpperCase()}]
  - name: Visit
    type: event
    event: At the depot
    devices: [${dataID}]
    owners: [${owner}]
`,
})

describe('fieldwatch apply', () => {
  it('makes the portal as the files say, and changes nothing the second time', async () => {
    const { entity, admin, run } = await addEntity()
    const dataID = await addUnit(entity)
    await using folder = await makeFolder()
    await writeFiles(folder.path, fleetOf(dataID, admin.email))

    const plan = await run(['plan', folder.path, '--check'])
    const first = await run(['apply', folder.path, '--yes'])
    const second = await run(['apply', folder.path, '--yes', '--json'])

    assert.equal(plan.code, 3, plan.errors)
    assert.match(plan.output, /^\+ label Critical\n {4}name: Critical\n {4}colour: red$/m)
    assert.match(plan.output, /^ {4}friendlyName: Pump → Tank 1$/m)
    assert.match(plan.output, /^8 to add, 1 to change, 0 to remove, 0 unchanged\.$/m)
    assert.match(first.output, /^8 added, 1 changed, 0 removed, 0 unchanged\.$/m, first.errors)
    assert.equal(first.code, 0)
    assert.deepEqual(JSON.parse(second.output), { steps: [], unchanged: 9, failed: 0 })
    assert.equal(second.code, 0)

    const { labels, places, templates, units, alerts } = await readAll(admin)
    const [label, place, template] = [labels[0], places[0], templates[0]]
    const unit = units.find((one) => one.dataID === dataID)
    assert.deepEqual([unit?.friendlyName, unit?.description, unit?.size], ['Tank 1', 'Behind the house', '12 m³'])
    assert.deepEqual([unit?.labels, unit?.defaultTemplate], [[label?.labelID], template?.id])
    assert.equal(units.find((one) => one.dataID === `${dataID}-new`)?.friendlyName, 'Tank 2')
    assert.deepEqual(
      alerts.map(({ owners }) => owners),
      [[admin.userId], [admin.userId]],
    )
    const { details } = (await call(listEvents, { as: admin, query: { dataID } })).body
    const comparisons = 'tables' in details ? details.tables.map(({ comparison }) => comparison).sort() : []
    assert.deepEqual(comparisons, [`location in place ${place?.placeID}`, 'tank.level > 2'])
  })

  it('changes only what a file says, and keeps the rest', async () => {
    const { entity, admin, run } = await addEntity()
    const dataID = await addUnit(entity)
    await using folder = await makeFolder()
    await writeFiles(folder.path, fleetOf(dataID, admin.email))
    await run(['apply', folder.path, '--yes'])

    await using part = await makeFolder()
    await writeFiles(part.path, {
      'part.yaml': `units: [{ dataID: ${dataID}, friendlyName: Tower, eventTables: [{ title: High level, comparison: tank.level > 3, startDate: 2026-01-01 }] }]`,
    })
    const applied = await run(['apply', part.path, '--yes', '--json'])

    const { steps } = JSON.parse(applied.output) as { steps: { kind: string; differences: unknown }[] }
    assert.deepEqual(
      steps.map(({ kind, differences }) => [kind, differences]),
      [
        ['unit', [{ path: 'friendlyName', before: 'Tank 1', after: 'Tower' }]],
        ['event table', [{ path: 'comparison', before: 'tank.level > 2', after: 'tank.level > 3' }]],
      ],
    )
    const unit = (await readAll(admin)).units.find((one) => one.dataID === dataID)
    assert.deepEqual([unit?.friendlyName, unit?.description, unit?.labels?.length], ['Tower', 'Behind the house', 1])
  })

  it('removes nothing without --prune, and with it only what the files list, and no unit', async () => {
    const { entity, admin, run } = await addEntity()
    const dataID = await addUnit(entity)
    await using folder = await makeFolder()
    await writeFiles(folder.path, fleetOf(dataID, admin.email))
    await run(['apply', folder.path, '--yes'])
    await call(createLabel, { as: admin, body: { name: 'Old', colour: 'grey' } })
    await using less = await makeFolder()
    await writeFiles(less.path, {
      'less.yaml': `labels: []\nalerts: []\nunits: [{ dataID: ${dataID}, eventTables: [] }]\n`,
    })

    const kept = await run(['apply', less.path, '--yes'])
    const pruned = await run(['apply', less.path, '--yes', '--prune'])

    assert.match(kept.output, /0 removed/)
    assert.match(pruned.output, /^- alert Level too high$/m)
    assert.match(pruned.output, /0 added, 0 changed, 6 removed, 1 unchanged\./, pruned.errors)
    const { labels, places, templates, units, alerts } = await readAll(admin)
    assert.deepEqual([labels.length, places.length, templates.length, units.length, alerts.length], [0, 1, 1, 2, 0])
  })

  it('reports what the portal refuses, and makes the rest', async () => {
    const { entity, run } = await addEntity()
    const dataID = await addUnit(entity)
    await using folder = await makeFolder()
    await writeFiles(folder.path, {
      'all.yaml': `
labels: [{ name: A, colour: red }]
alerts:
  - name: Silent source
    devices: [${dataID}]
    source: never
    condition: { field: level, operator: greater than, constant: 2 }
  - name: Fine
    devices: [${dataID}]
    source: tank
    condition: { field: level, operator: greater than, constant: 2 }
`,
    })

    const { code, output, errors } = await run(['apply', folder.path, '--yes'])

    assert.match(errors, /^alert Silent source: .*None of the units has this source\./m)
    assert.match(output, /2 added, 0 changed, 0 removed, 0 unchanged, 1 failed\./)
    assert.equal(code, 1)
  })

  it('keeps what someone else changed since the plan, says who it was, and makes the rest', async () => {
    const { admin, portal } = await addEntity()
    const { labelID } = (await call(createLabel, { as: admin, body: { name: 'A', colour: 'red' } })).body.details
    const text = 'labels: [{ name: A, colour: blue }, { name: B, colour: blue }]'
    const { documents } = readYaml('a.yaml', text, FleetFile)
    const fleet = await createFleet(portal)
    const { steps } = await planFleet(fleet, describeWanted(fleet, documents), { prune: false })
    await call(updateLabel, { as: admin, body: { labelID, colour: 'green' } })

    const signal = new AbortController().signal
    const outcomes = await applyPlan(fleet, steps, { signal, onToken: () => undefined, onOutcome: () => undefined })

    assert.deepEqual(
      outcomes.map(({ problem }) => problem === undefined),
      [false, true],
    )
    assert.match(outcomes[0]?.problem ?? '', /has been changed|changed/)
    const { labels } = await readAll(admin)
    assert.deepEqual(labels.map(({ name, colour }) => `${name} ${colour}`).sort(), ['A green', 'B blue'])
  })

  it('ends after the step under way when it is interrupted', async () => {
    const { admin, portal } = await addEntity()
    const { documents } = readYaml('a.yaml', 'labels: [{ name: A, colour: red }, { name: B, colour: red }]', FleetFile)
    const fleet = await createFleet(portal)
    const { steps } = await planFleet(fleet, describeWanted(fleet, documents), { prune: false })
    const stopping = new AbortController()

    const outcomes = await applyPlan(fleet, steps, {
      signal: stopping.signal,
      onToken: () => undefined,
      onOutcome: () => stopping.abort(),
    })

    assert.equal(outcomes.length, 1)
    assert.equal((await readAll(admin)).labels.length, 1)
  })

  it('writes the tokens of new units to a file of their owner, and only there', async () => {
    const { run } = await addEntity()
    await using folder = await makeFolder()
    const dataID = `fresh-${names}`
    await writeFiles(folder.path, { 'fleet/unit.yaml': `units: [{ dataID: ${dataID}, friendlyName: Fresh }]` })
    const path = join(folder.path, 'tokens')

    const { output, errors } = await run(['apply', join(folder.path, 'fleet'), '--yes', '--tokens', path])

    const written = JSON.parse(await readFile(path, 'utf8')) as { dataID: string; token: string }
    assert.equal(written.dataID, dataID)
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    assert.ok(written.token.length > 20 && !`${output}${errors}`.includes(written.token))
  })

  it('asks, and changes nothing where no one can answer', async () => {
    const { admin, run } = await addEntity()
    await using folder = await makeFolder()
    await writeFiles(folder.path, { 'a.yaml': 'labels: [{ name: A, colour: red }]' })

    const { code, errors } = await run(['apply', folder.path])

    assert.equal(code, 2)
    assert.match(errors, /--yes/)
    assert.deepEqual((await readAll(admin)).labels, [])
  })

  it('says which scope a token lacks', async () => {
    const { run } = await addEntity({ scopes: ['read'] })
    await using folder = await makeFolder()
    await writeFiles(folder.path, { 'a.yaml': 'labels: [{ name: A, colour: red }]' })

    const { code, errors } = await run(['apply', folder.path, '--yes'])

    assert.match(errors, /label A: .*manage-units/)
    assert.equal(code, 1)
  })
})

describe('files that cannot be applied', () => {
  const cases: readonly [string, string, RegExp][] = [
    [
      'a key that does not exist',
      'labels:\n  - name: A\n    color: red\n    colour: red\n',
      /a\.yaml:3:5: labels\.0\.color: there is no such key\./,
    ],
    ['a wrong choice', 'labels:\n  - name: A\n    colour: rosy\n', /a\.yaml:3:5: labels\.0\.colour: /],
    ['a missing key', 'labels:\n  - name: A\n', /a\.yaml:2:5: labels\.0\.colour: /],
    ['YAML that cannot be read', 'labels:\n  - name: "A\n', /a\.yaml:\d+:\d+: /],
    ['a key that comes twice', 'labels: []\nlabels: []\n', /a\.yaml:2:1: /],
    ['a list in place of an object', '- a\n', /a\.yaml:1:\d+: /],
    ['an unknown entity', 'entity: Nowhere\nlabels: []\n', /a\.yaml:1:1: There is no entity Nowhere in reach\./],
    [
      'a thing that comes twice',
      'labels:\n  - { name: A, colour: red }\n  - { name: a, colour: red }\n',
      /a\.yaml:3:5: The label a is already in .*a\.yaml:2\./,
    ],
    [
      'an unknown template',
      'units:\n  - dataID: t-1\n    friendlyName: A\n    defaultTemplate: None\n',
      /a\.yaml:4:5: There is no template None\./,
    ],
    [
      'an unknown label',
      'units:\n  - dataID: t-1\n    friendlyName: A\n    labels:\n      - Blue\n',
      /a\.yaml:5:9: There is no label Blue\./,
    ],
    ['a new unit without a name', 'units:\n  - dataID: t-1\n', /a\.yaml:2:5: A new unit needs a friendlyName\./],
    [
      'a condition that cannot be read',
      'units:\n  - dataID: t-1\n    friendlyName: A\n    eventTables:\n      - title: High\n        startDate: 2026-01-01\n        comparison: much\n',
      /a\.yaml:7:9: units\.0\.eventTables\.0\.comparison: Invalid variable reference/,
    ],
    [
      'an unknown place',
      'units:\n  - dataID: t-1\n    friendlyName: A\n    eventTables:\n      - title: High\n        startDate: 2026-01-01\n        comparison: location in place Moon\n',
      /a\.yaml:7:9: There is no place Moon\./,
    ],
    [
      'an unknown user',
      'alerts:\n  - name: A\n    devices: [t-1]\n    type: silence\n    owners: [no.one@example.com]\n',
      /a\.yaml:5:5: There is no user no\.one@example\.com in reach\./,
    ],
    [
      'an alert without a condition',
      'alerts:\n  - name: A\n    devices: [t-1]\n    source: tank\n',
      /a\.yaml:2:5: condition: /,
    ],
    [
      'an event table that its template does not have',
      'templates: [{ title: T, events: [] }]\nunits:\n  - dataID: t-1\n    friendlyName: A\n    defaultTemplate: T\n    eventTables:\n      - title: High\n        startDate: 2026-01-01\n        comparison: a.b > 1\n',
      /a\.yaml:7:9: The template T of the unit has no event table High: add it to its events\./,
    ],
    [
      'a widget of a template with a wrong value',
      'templates:\n  - title: T\n    timeSeries:\n      charts:\n        - series: 5\n',
      /a\.yaml:5:11: templates\.0\.timeSeries\.charts\.0\./,
    ],
  ]
  for (const [name, text, problem] of cases) {
    it(`name the line of ${name}, and nothing is changed`, async () => {
      const { admin, run } = await addEntity()
      await using folder = await makeFolder()
      await writeFiles(folder.path, { 'a.yaml': text, 'good.yaml': 'labels: [{ name: Good, colour: red }]' })

      const { code, errors } = await run(['apply', folder.path, '--yes'])

      assert.match(errors, problem)
      assert.equal(code, 2)
      assert.deepEqual((await readAll(admin)).labels, [])
    })
  }
})

describe('fieldwatch pull', () => {
  it('writes a fleet that applies without a change, and makes the same one of another entity', async () => {
    const { entity, admin, run } = await addEntity()
    const dataID = await addUnit(entity)
    await using given = await makeFolder()
    await writeFiles(given.path, fleetOf(dataID, admin.email))
    assert.equal((await run(['apply', given.path, '--yes'])).code, 0)
    await using own = await makeFolder()
    await writeFiles(own.path, {
      'bare.yaml': 'templates: [{ title: Bare, overview: {}, timeSeries: { charts: [] }, events: [] }]',
      'own.yaml': `units: [{ dataID: ${dataID}, ownTemplate: { title: Mine, overview: {}, timeSeries: { charts: [] }, events: [{ title: High level, type: event }, { title: At the depot, type: event }] } }]`,
    })
    assert.equal((await run(['apply', own.path, '--yes'])).code, 0)
    await using folder = await makeFolder()

    const pulled = await run(['pull', folder.path])
    const again = await run(['plan', folder.path, '--prune', '--check', '--json'])

    assert.equal(pulled.code, 0, pulled.errors)
    assert.deepEqual((await readdir(folder.path)).sort(), [
      'alerts.yaml',
      'labels.yaml',
      'places.yaml',
      'templates',
      'units',
    ])
    assert.deepEqual((JSON.parse(again.output) as { steps: unknown }).steps, [], again.errors)
    assert.equal(again.code, 0)
    const text = await readFile(join(folder.path, 'units', `${dataID}.yaml`), 'utf8')
    assert.match(text, /comparison: location in place Main depot/)
    assert.match(await readFile(join(folder.path, 'places.yaml'), 'utf8'), /coordinates: \[ ?18\.1, 59\.3 ?\]/)

    const other = await addEntity()
    await using copy = await makeFolder()
    await cp(folder.path, copy.path, { recursive: true })
    await Promise.all(
      [copy.path].map((path) =>
        writeFiles(path, { 'alerts.yaml': '', [`units/${dataID}.yaml`]: '', [`units/${dataID}-new.yaml`]: '' }),
      ),
    )
    const moved = await other.run(['apply', copy.path, '--yes'])
    assert.match(moved.output, /4 added, 0 changed/, moved.errors)
  })

  it('replaces files of an earlier pull only when that is asked for, and no others', async () => {
    const { admin, run } = await addEntity()
    await call(createLabel, { as: admin, body: { name: 'A', colour: 'red' } })
    await using folder = await makeFolder()
    await run(['pull', folder.path])
    await call(createLabel, { as: admin, body: { name: 'B', colour: 'red' } })

    const refused = await run(['pull', folder.path])
    const replaced = await run(['pull', folder.path, '--overwrite'])
    await writeFiles(folder.path, { 'mine.yaml': 'labels: []' })
    const mixed = await run(['pull', folder.path, '--overwrite'])

    assert.deepEqual([refused.code, replaced.code, mixed.code], [2, 0, 2])
    assert.match(mixed.errors, /mine\.yaml/)
    assert.match(await readFile(join(folder.path, 'labels.yaml'), 'utf8'), /name: B/)
  })

  it('leaves out what a name does not tell apart, and says so', async () => {
    const { admin, run } = await addEntity()
    const geometry = { type: 'Point' as const, coordinates: [18.1, 59.3] as [number, number] }
    for (const name of ['Yard', 'Yard', 'Gate']) await call(createPlace, { as: admin, body: { name, geometry } })
    await using folder = await makeFolder()

    const { code, errors } = await run(['pull', folder.path])

    assert.match(errors, /several of the kind place that are called Yard/)
    assert.equal(code, 1)
    const text = await readFile(join(folder.path, 'places.yaml'), 'utf8')
    assert.ok(text.includes('Gate') && !text.includes('Yard'))
  })

  it('writes things of entities below with the names of these', async () => {
    const { entity, admin, run } = await addEntity()
    const below = await addEntity({ parent: entity })
    await call(createLabel, { as: below.admin, body: { name: 'Deep', colour: 'red' } })
    const dataID = await addUnit(below.entity)
    const alert = { name: 'Silent', type: 'silence' as const, devices: [dataID] }
    await call(createAlert, { as: below.admin, body: alert })
    await using folder = await makeFolder()

    await run(['pull', folder.path])
    const again = await run(['plan', folder.path, '--prune', '--json'])

    assert.ok(admin.entity === entity)
    assert.match(await readFile(join(folder.path, 'labels.yaml'), 'utf8'), /entity: Water \d+/)
    assert.deepEqual(JSON.parse(again.output), { steps: [], unchanged: 3 }, again.errors)
  })
})

async function readAll(admin: SignedInUser) {
  const [labels, places, gallery, units, alerts] = await Promise.all([
    call(listLabels, { as: admin, query: {} }),
    call(listPlaces, { as: admin, query: {} }),
    call(listTemplateGallery, { as: admin, query: {} }),
    call(listUnits, { as: admin, query: {} }),
    call(listAlerts, { as: admin, query: { all: 'true' } }),
  ])
  const { templates } = gallery.body.details
  const definitions = await Promise.all(templates.map(({ id }) => call(getTemplate, { as: admin, params: { id } })))
  return {
    labels: labels.body.details,
    places: places.body.details.places,
    templates: definitions.map(({ body }) => body.details),
    units: units.body.details as DataDocument[],
    alerts: alerts.body.details,
  }
}
