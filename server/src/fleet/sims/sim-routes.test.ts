import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BodyOf, CallOf } from '@fieldwatch/contract/api/endpoint'
import {
  createSim,
  importSimCsv,
  importSims,
  listSims,
  removeSims,
  type Sim,
  updateSim,
} from '@fieldwatch/contract/units/sims'
import { sql } from 'kysely'
import { buildEntity } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { db, call, clock, signInAs } = await createTestApp({ database })
const admin = await signInAs({ role: 'admin' })
const viewer = await signInAs({ entity: admin.entity })
const below = await buildEntity(db, { parentId: admin.entity })
const stranger = await signInAs({ role: 'admin' })
const unit = await buildUnit(db, { entity: admin.entity, friendlyName: 'North tank' })
const foreignUnit = await buildUnit(db, { entity: stranger.entity })

let serial = 0
const newIccid = (): string => `8944501234567${String((serial += 1)).padStart(6, '0')}`
const add = async (given: Partial<CallOf<typeof createSim>['body']> = {}, as = admin): Promise<Sim> => {
  const body = { entity: as.entity, iccid: newIccid(), ...given }
  return (await call(createSim, { as, body })).body.details
}
const iccidsOf = (sims: readonly Sim[]) => sims.map(({ iccid }) => iccid)
const audited = (action: string) => db.selectFrom('auditLog').selectAll().where('action', '=', action).execute()
const foreign = await add({}, stranger)

describe('GET sims', () => {
  it('without credentials is refused', async () => {
    assert.equal((await call(listSims, { query: {} })).failure.code, 'auth/missing-token')
  })

  it('of another entity, or of its unit, answers as for what does not exist', async () => {
    const entity = await call(listSims, { as: viewer, query: { entity: stranger.entity } })
    assert.equal(entity.failure.code, 'entity/not-found')
    const dataID = await call(listSims, { as: viewer, query: { dataID: foreignUnit.dataId } })
    assert.equal(dataID.failure.code, 'unit/not-found')
  })

  // spec 1-1-02, 2-1-12, 2-3-41, 2-7-49, 2-7-50
  it('lists those of the viewing entities, of one, or of a unit, and none of another entity', async () => {
    const [ours, theirs] = [await add({ dataID: unit.dataId }), await add({ entity: below })]

    const all = await call(listSims, { as: admin, query: {} })
    assert.deepEqual(iccidsOf(all.body.details), [ours.iccid, theirs.iccid])
    const one = await call(listSims, { as: admin, query: { entity: below } })
    assert.deepEqual(iccidsOf(one.body.details), [theirs.iccid])
    const seen = await call(listSims, { as: viewer, query: {} })
    assert.deepEqual(iccidsOf(seen.body.details), [ours.iccid])
    const ofUnit = await call(listSims, { as: viewer, query: { dataID: unit.dataId } })
    assert.deepEqual(
      ofUnit.body.details.map(({ iccid, friendlyName }) => ({ iccid, friendlyName })),
      [{ iccid: ours.iccid, friendlyName: 'North tank' }],
    )
  })

  it('does not name a unit out of reach', async () => {
    const { simID } = await add({ dataID: unit.dataId })
    await db.updateTable('sim').set({ dataId: foreignUnit.dataId }).where('id', '=', simID).execute()

    const { body } = await call(listSims, { as: admin, query: {} })

    const sim = body.details.find((one) => one.simID === simID)
    assert.deepEqual([sim?.dataID, sim?.friendlyName], [null, null])
  })

  it('shows the usage of this month only', async () => {
    const { simID } = await add({ dataUsed: 7, dataLimit: 10 })
    const used = async () =>
      (await call(listSims, { as: await signInAs({ entity: admin.entity }), query: {} })).body.details.find(
        (sim) => sim.simID === simID,
      )?.dataUsed

    const before = await used()
    await db
      .updateTable('sim')
      .set({ usedAt: new Date('2026-02-28T23:59:59Z') })
      .where('id', '=', simID)
      .execute()

    assert.deepEqual([before, await used()], [7, null])
  })

  for (const stored of ['10000-01-01T11:59:59Z', '290000-01-01T00:00:00Z', '0044-03-15 BC', 'infinity']) {
    it(`returns a card that is stored with the time ${stored} without it, and lets it be changed`, async () => {
      const { simID, entity } = await add({ dataUsed: 7 })
      await sql`update sim set last_session_at = ${stored}, used_at = ${stored} where id = ${simID}`.execute(db)

      const { status, body } = await call(listSims, { as: admin, query: { entity } })

      assert.equal(status, 200)
      const card = body.details.find((one) => one.simID === simID)
      assert.deepEqual([card?.lastSessionUTC, card?.dataUsed], [null, null])
      const changed = await call(updateSim, { as: admin, body: { simID, label: 'Pump' } })
      assert.deepEqual([changed.status, changed.body.details.label], [200, 'Pump'])
    })
  }
})

describe('POST sims', () => {
  const body = { entity: admin.entity, iccid: newIccid() }

  it('without credentials is refused, and by a viewer forbidden', async () => {
    assert.equal((await call(createSim, { body })).status, 401)
    assert.equal((await call(createSim, { as: viewer, body })).failure.code, 'access/forbidden')
  })

  it('for another entity, or with its unit, answers as for what does not exist', async () => {
    const entity = await call(createSim, { as: admin, body: { ...body, entity: stranger.entity } })
    assert.equal(entity.failure.code, 'entity/not-found')
    const dataID = await call(createSim, { as: admin, body: { ...body, dataID: foreignUnit.dataId } })
    assert.equal(dataID.failure.code, 'unit/not-found')
  })

  it('with bad numbers is invalid, field by field', async () => {
    const { status, failure } = await call(createSim, { as: admin, body: { ...body, iccid: '89', imsi: 'x' } })

    assert.equal(status, 400)
    assert.deepEqual(failure.details?.fields, {
      iccid: 'An ICCID has 18 to 22 digits.',
      imsi: 'An IMSI has 14 or 15 digits.',
    })
  })

  it('adds a card once to a list, also if another list has it, and writes it to the audit log', async () => {
    const sim = await add({ iccid: foreign.iccid, label: ' North ', msisdn: '+44 7700 900123', dataID: unit.dataId })

    assert.deepEqual(
      [sim.label, sim.msisdn, sim.status, sim.friendlyName],
      ['North', '+447700900123', 'active', 'North tank'],
    )
    const again = await call(createSim, { as: admin, body: { ...body, iccid: foreign.iccid } })
    assert.deepEqual([again.status, again.failure.code], [409, 'sim/exists'])
    const entry = (await audited('create sim')).find(({ subjectId }) => subjectId === sim.simID)
    assert.deepEqual([entry?.userId, entry?.entityId], [admin.userId, admin.entity])
  })
})

describe('PUT sims', () => {
  it('without credentials is refused, and by a viewer forbidden', async () => {
    const { simID } = await add()
    assert.equal((await call(updateSim, { body: { simID } })).status, 401)
    assert.equal((await call(updateSim, { as: viewer, body: { simID } })).failure.code, 'access/forbidden')
  })

  it('of a card of another entity answers as for one that does not exist', async () => {
    const theirs = await call(updateSim, { as: admin, body: { simID: foreign.simID, label: 'Mine' } })
    const missing = await call(updateSim, { as: admin, body: { simID: 'nothing', label: 'Mine' } })

    assert.deepEqual([theirs.status, theirs.failure.code], [404, 'sim/not-found'])
    assert.deepEqual(theirs.failure, missing.failure)
  })

  it('with something that is none is invalid, and with a unit of another entity missing', async () => {
    const { simID } = await add()
    assert.equal((await call(updateSim, { as: admin, body: { simID, ip: 'home' } })).failure.code, 'request/invalid')
    const unknown = await call(updateSim, { as: admin, body: { simID, dataID: foreignUnit.dataId } })
    assert.equal(unknown.failure.code, 'unit/not-found')
  })

  it('changes the given values, keeps the rest, and writes both states to the audit log', async () => {
    const { simID } = await add({ label: 'North', dataID: unit.dataId, dataUsed: 5 })

    const changed = await call(updateSim, { as: admin, body: { simID, dataID: null, status: 'suspended' } })

    const { label, dataID, status, dataUsed } = changed.body.details
    assert.deepEqual(
      { label, dataID, status, dataUsed },
      { label: 'North', dataID: null, status: 'suspended', dataUsed: 5 },
    )
    const entry = (await audited('update sim')).find(({ subjectId }) => subjectId === simID)
    assert.deepEqual(entry?.before, { dataId: unit.dataId, status: 'active' })
    assert.deepEqual(entry?.after, { dataId: null, status: 'suspended' })
  })
})

describe('versions of a card', () => {
  const importLabel = (iccid: string, label: string, more = '') =>
    call(importSimCsv, {
      as: admin,
      body: { entity: admin.entity, csv: `ICCID,Label,Data used\n${iccid},${label},${more}` },
    })

  it('count changes of what people say, by hand or by import, and no usage', async () => {
    const { simID, iccid, version, label } = await add({ label: 'North' })
    const versions = [version]
    versions.push((await call(updateSim, { as: admin, body: { simID, label: 'South' } })).body.details.version)
    await importLabel(iccid, 'East')
    await importLabel(iccid, 'East', '5 B')

    const { body } = await call(listSims, { as: admin, query: {} })
    const sim = body.details.find((one) => one.simID === simID)
    assert.deepEqual([label, ...versions, sim?.version, sim?.dataUsed], ['North', 1, 2, 3, 5])
  })

  it('refuse a change made from an older one, and say who changed the card in the meantime, and when', async () => {
    const { simID, iccid, version } = await add({ label: 'North' })
    await importLabel(iccid, 'East')

    const { status, failure } = await call(updateSim, { as: admin, body: { simID, version, label: 'West' } })

    const changedUTC = new Date(clock()).toISOString()
    assert.deepEqual([status, failure.code], [409, 'sim/changed'])
    assert.deepEqual(failure.details, { changedBy: 'You', changedUTC })
    assert.match(
      failure.message,
      /^This SIM card was changed in the meantime\. Load the newer version and save again\. Changed by you at .* UTC\.$/,
    )
    const { body } = await call(listSims, { as: admin, query: {} })
    assert.equal(body.details.find((one) => one.simID === simID)?.label, 'East')
  })

  it('let a change pass that was made from the newest', async () => {
    const { simID, version } = await add({ label: 'North' })

    const { body } = await call(updateSim, { as: admin, body: { simID, version, label: 'West' } })

    assert.deepEqual([body.details.label, body.details.version], ['West', version + 1])
  })

  it('are safe from an import that runs in the meantime: it writes what its file has, and the rest stays as edited', async () => {
    const card = await add({ label: 'North', operator: 'Old' })
    // Longer than is planned at once, with the card last, so that the edit comes in between.
    const others = Array.from({ length: 1500 }, () => `${newIccid()},Other`)
    const csv = ['ICCID,Operator', ...others, `${card.iccid},New`].join('\n')

    const [imported, edited] = await Promise.all([
      call(importSimCsv, { as: admin, body: { entity: admin.entity, csv } }),
      call(updateSim, { as: admin, body: { simID: card.simID, label: 'Edited' } }),
    ])

    assert.deepEqual([imported.status, edited.status], [200, 200])
    const { body } = await call(listSims, { as: admin, query: {} })
    const sim = body.details.find((one) => one.simID === card.simID)
    assert.deepEqual([sim?.label, sim?.operator], ['Edited', 'New'])
  })
})

describe('DELETE sims', () => {
  it('without credentials is refused, and by a viewer forbidden', async () => {
    const body = { simIDs: [(await add()).simID] }
    assert.equal((await call(removeSims, { body })).status, 401)
    assert.equal((await call(removeSims, { as: viewer, body })).failure.code, 'access/forbidden')
  })

  it('of another entity answers as if there were none', async () => {
    const { failure } = await call(removeSims, { as: admin, body: { simIDs: [foreign.simID] } })

    assert.equal(failure.code, 'sim/not-found')
  })

  it('returns the result of each, and leaves those of another entity', async () => {
    const own = await add()
    const other = await add()
    const simIDs = [own.simID, foreign.simID, other.simID, own.simID]

    const { status, body } = await call(removeSims, { as: admin, body: { simIDs } })

    assert.equal(status, 200)
    assert.deepEqual(body, {
      status: 'partial_success',
      details: [
        { simID: own.simID, result: 'removed' },
        { simID: foreign.simID, result: 'not-found' },
        { simID: other.simID, result: 'removed' },
      ],
    })
    const left = await db.selectFrom('sim').select('id').where('id', 'in', simIDs).execute()
    assert.deepEqual(left, [{ id: foreign.simID }])
  })

  it('with the same Idempotency-Key answers the same again', async () => {
    const { simID } = await add()
    const remove = () =>
      call(removeSims, { as: admin, body: { simIDs: [simID] }, headers: { 'idempotency-key': 'b'.repeat(20) } })

    const replies = [await remove(), await remove()]

    const removed = { status: 'success', details: [{ simID, result: 'removed' }] }
    assert.deepEqual(
      replies.map(({ body }) => body),
      [removed, removed],
    )
  })

  it('takes the card off the list and writes it to the audit log', async () => {
    const { simID, iccid } = await add()

    assert.equal((await call(removeSims, { as: admin, body: { simIDs: [simID] } })).status, 200)

    const { body } = await call(listSims, { as: admin, query: {} })
    assert.ok(!iccidsOf(body.details).includes(iccid))
    assert.ok((await audited('remove sim')).some(({ subjectId }) => subjectId === simID))
  })
})

describe('POST sims/import-csv', () => {
  const importing = (csv: string, more: Partial<BodyOf<typeof importSimCsv>> = {}, as = admin) =>
    call(importSimCsv, { as, body: { entity: admin.entity, csv, ...more } })
  const [one, two] = [newIccid(), newIccid()]
  const file = `ICCID;Label;Data used (MB)\n${one};North;1,5\n${two};South;2\n`
  const withBadLine = `${file}12;West;3\n`

  it('without credentials is refused, by a viewer forbidden, for another entity missing', async () => {
    assert.equal((await call(importSimCsv, { body: { entity: admin.entity, csv: file } })).status, 401)
    assert.equal((await importing(file, {}, viewer)).failure.code, 'access/forbidden')
    assert.equal((await importing(file, { entity: stranger.entity })).failure.code, 'entity/not-found')
  })

  it('of something that is no such file says why', async () => {
    const { status, failure } = await importing('a,b\n1,2')
    assert.deepEqual(
      [status, failure.code, failure.message, failure.details],
      [400, 'sim/import-unreadable', 'None of the headings in the first line is the ICCID.', { headings: ['a', 'b'] }],
    )
  })

  it('reads its columns as a person chooses', async () => {
    const columns = { Chip: 'iccid', Where: 'label', Label: null } as const
    const { body } = await importing(`Chip,Where,Label\n${newIccid()},Harbour,x\n`, { columns, dryRun: true })

    assert.equal(body.details.counts.created, 1)
    assert.deepEqual(body.details.columns, [
      { heading: 'Chip', field: 'iccid' },
      { heading: 'Where', field: 'label' },
      { heading: 'Label', field: null },
    ])
  })

  it('as a dry run shows what would happen to each line and writes nothing', async () => {
    const { body } = await importing(withBadLine, { dryRun: true })

    assert.deepEqual(body.details.counts, { created: 2, updated: 0, unchanged: 0, invalid: 1 })
    assert.equal(body.details.applied, false)
    assert.deepEqual(body.details.lines.at(-1)?.errors, ['An ICCID has 18 to 22 digits.'])
    assert.deepEqual(
      body.details.columns.map(({ field }) => field),
      ['iccid', 'label', 'dataUsed'],
    )
    const list = await call(listSims, { as: admin, query: {} })
    assert.ok(!iccidsOf(list.body.details).includes(one))
  })

  it('with a bad line imports none, and names the line', async () => {
    const { status, failure } = await importing(withBadLine)

    assert.deepEqual([status, failure.code], [400, 'sim/import-invalid'])
    assert.deepEqual(failure.details?.fields, { 'lines.4': 'An ICCID has 18 to 22 digits.' })
    const list = await call(listSims, { as: admin, query: {} })
    assert.ok(!iccidsOf(list.body.details).includes(one))
  })

  it('imports the valid lines when asked to skip the others, and changes nothing the second time', async () => {
    const first = await importing(withBadLine, { skipInvalid: true })
    const again = await importing(file)

    assert.deepEqual([first.body.details.applied, first.body.details.counts.created], [true, 2])
    assert.deepEqual(again.body.details.counts, { created: 0, updated: 0, unchanged: 2, invalid: 0 })
    const list = await call(listSims, { as: admin, query: {} })
    const north = list.body.details.find(({ iccid }) => iccid === one)
    assert.deepEqual([north?.label, north?.dataUsed], ['North', 1_500_000])
    const entries = await audited('import sims')
    assert.equal(entries.filter(({ after }) => JSON.stringify(after).includes(one)).length, 1)
  })

  it('at the same time from two places adds each card once', async () => {
    const csv = `ICCID\n${newIccid()}\n${newIccid()}`

    const both = await Promise.all([importing(csv), importing(csv)])

    const created = both.map(({ body }) => body.details.counts.created)
    assert.deepEqual(
      created.toSorted((left, right) => left - right),
      [0, 2],
    )
  })

  it('takes 100,000 lines, and reports the first 2,000, those with remarks before others', async () => {
    const large = await signInAs({ role: 'admin' })
    const iccids = Array.from({ length: 99_999 }, () => newIccid())
    const csv = `ICCID\n${iccids.join('\n')}\n12`

    const { body } = await importing(csv, { entity: large.entity, skipInvalid: true }, large)

    const { counts, lines, linesLeftOut } = body.details
    assert.deepEqual(counts, { created: 99_999, updated: 0, unchanged: 0, invalid: 1 })
    assert.deepEqual([lines.length, linesLeftOut, lines.at(-1)?.line], [2000, 98_000, 100_001])
    const list = await call(listSims, { as: large, query: {} })
    assert.deepEqual(iccidsOf(list.body.details), iccids)
  })

  it('of a file without headings imports its first card too, and says so', async () => {
    const [first, second] = [newIccid(), newIccid()]

    const { body } = await importing(`${first},North\n${second},South`, { columns: { 'Column 2': 'label' } })

    assert.deepEqual([body.details.headed, body.details.counts.created], [false, 2])
    assert.deepEqual(
      body.details.columns.map(({ heading }) => heading),
      ['Column 1', 'Column 2'],
    )
  })

  const usageFile = (...cells: string[]) =>
    `ICCID;Data used\n${cells.map((cell) => `${newIccid()};${cell}`).join('\n')}`
  const usagesIn = async (csv: string, more: Partial<BodyOf<typeof importSimCsv>> = {}) => {
    const { body } = await importing(csv, more)
    const { lines, decimals } = body.details
    const list = await call(listSims, { as: admin, query: {} })
    const used = lines.map(({ iccid }) => list.body.details.find((sim) => sim.iccid === iccid)?.dataUsed)
    return { decimals, used, errors: lines.flatMap((line) => line.errors) }
  }

  it('reads all numbers of a file by one decimal mark, which its unambiguous numbers show', async () => {
    assert.deepEqual(await usagesIn(usageFile('1.234,56 KB', '2.000 B')), {
      decimals: 'comma',
      used: [1_234_560, 2000],
      errors: [],
    })
    assert.deepEqual(await usagesIn(usageFile('1.5 KB', '2.000 KB')), {
      decimals: 'point',
      used: [1500, 2000],
      errors: [],
    })
  })

  it('does not guess what a number means that may be read in two ways, unless a person says it', async () => {
    const csv = usageFile('2.000 B')

    const { decimals, errors } = await usagesIn(csv, { dryRun: true })
    assert.equal(decimals, 'unclear')
    assert.deepEqual(errors, [
      'Data used: “2.000 B” can mean 2 or 2,000. Choose a decimal point or a decimal comma for the file.',
    ])
    assert.deepEqual((await usagesIn(csv, { decimals: 'comma' })).used, [2000])
    assert.deepEqual((await usagesIn(csv, { decimals: 'point' })).used, [2])
  })

  it('does not guess the unit of a size that names none, and reads all of them in the unit that a person chooses', async () => {
    const csv = `ICCID;Data used (MB);Limit\n${newIccid()};5;50\n${newIccid()};0;0\n${newIccid()};5;1 GB\n`

    const unclear = (await importing(csv, { dryRun: true })).body.details
    const chosen = (await importing(csv, { dryRun: true, sizeUnit: 'MB' })).body.details

    assert.deepEqual([unclear.sizeUnit, unclear.counts.invalid], ['unclear', 1])
    assert.deepEqual(unclear.lines[0]?.errors, [
      'Limit: “50” has no unit. Choose the unit of the file, or write it as in 50 MB.',
    ])
    assert.deepEqual([chosen.sizeUnit, chosen.counts.invalid], ['MB', 0])
    assert.deepEqual(
      chosen.lines.map(({ sizes }) => sizes.map(({ field, written, bytes }) => [field, written, bytes])),
      [
        [
          ['dataUsed', '5', 5_000_000],
          ['dataLimit', '50', 50_000_000],
        ],
        [
          ['dataUsed', '0', 0],
          ['dataLimit', '0', 0],
        ],
        [
          ['dataUsed', '5', 5_000_000],
          ['dataLimit', '1 GB', 1_000_000_000],
        ],
      ],
    )
  })

  it('asks for no unit where every size has one, and refuses a part of a byte', async () => {
    const { details } = (await importing(usageFile('0', '50.5 MB', '50.5 B'), { dryRun: true })).body

    assert.equal(details.sizeUnit, null)
    assert.deepEqual(
      details.lines.flatMap(({ errors }) => errors),
      ['Data used: “50.5 B” is not a whole number of bytes.'],
    )
  })

  it('refuses a number that does not fit the others', async () => {
    const { decimals, errors } = await usagesIn(usageFile('1.5 KB', '2.5 KB', '3,5 KB'), { dryRun: true })

    assert.equal(decimals, 'point')
    assert.deepEqual(errors, [
      'Data used: “3,5 KB” does not fit the other numbers of the file, which have a decimal point.',
    ])
  })

  for (const [what, csv] of [
    ['a size of digits, 100,000 spaces and something else', `ICCID,Data Used\n${newIccid()},1${' '.repeat(100_000)}!`],
    ['a heading of brackets and spaces', `ICCID,${'( '.repeat(30_000)}\n${newIccid()},1`],
    ['a first line of 60,000 spaces', `${' '.repeat(60_000)}\nICCID\n${newIccid()}`],
    ['a line of 60,000 quotation marks', `ICCID,Label\n${newIccid()},${'"'.repeat(60_000)}`],
  ] as const) {
    it(`reads ${what} while others are answered`, async () => {
      const work = importing(csv, { dryRun: true })
      const answers = await Promise.all([work, call(listSims, { as: viewer, query: {} })])

      assert.ok(answers.every(({ status }) => status === 200 || status === 400))
    })
  }
})

describe('POST sims/import', () => {
  const sims = [{ iccid: newIccid(), status: 'suspended', dataUsed: 5, lastSessionUTC: '2026-02-28T10:00:00+01:00' }]

  it('without credentials is refused, by a viewer forbidden, for another entity missing', async () => {
    const body = { entity: admin.entity, sims }
    assert.equal((await call(importSims, { body })).status, 401)
    assert.equal((await call(importSims, { as: viewer, body })).failure.code, 'access/forbidden')
    const theirs = await call(importSims, { as: admin, body: { ...body, entity: stranger.entity } })
    assert.equal(theirs.failure.code, 'entity/not-found')
  })

  it('with no card is invalid, and with a bad one imports none', async () => {
    const none = await call(importSims, { as: admin, body: { entity: admin.entity, sims: [] } })
    assert.equal(none.failure.code, 'request/invalid')
    const bad = await call(importSims, { as: admin, body: { entity: admin.entity, sims: [...sims, { iccid: 5 }] } })
    assert.equal(bad.failure.code, 'sim/import-invalid')
  })

  it('updates the list', async () => {
    const { status, body } = await call(importSims, { as: admin, body: { entity: admin.entity, sims } })

    assert.equal(status, 200)
    assert.equal(body.details.counts.created, 1)
    const list = await call(listSims, { as: admin, query: {} })
    const sim = list.body.details.find(({ iccid }) => iccid === sims[0]?.iccid)
    assert.deepEqual([sim?.status, sim?.lastSessionUTC], ['suspended', '2026-02-28T09:00:00.000Z'])
    assert.equal(sim?.updatedUTC, new Date(clock()).toISOString())
  })
})
