import assert from 'node:assert/strict'
import { listAlertHistory } from '@fieldwatch/contract/alert-history'
import type { ReplyOf } from '@fieldwatch/contract/endpoint'
import { type EventPage, listEvents } from '@fieldwatch/contract/events'
import { DataId } from '@fieldwatch/contract/ids'
import { listReportRuns } from '@fieldwatch/contract/report-schedules'
import { call, readAll } from '../support/api.ts'
import { changesOver, type Level, occurrencesOver } from './levels.ts'
import { until } from './persist.ts'
import { DOUBLED, IMPORTED_LINES, type PortalUnderLoad, TABLE, type Watched } from './portal-under-load.ts'

/** Compares everything that the portal has at the end with a look at the records one by one. */
export async function checkEverything(load: PortalUnderLoad): Promise<void> {
  for (const unit of load.watched) await checkWatched(load, unit)
  await checkRequests(load)
  await checkImports(load)
  await checkReports(load)
}

/** Every acknowledged record is stored once, and what is computed from them is right. */
async function checkWatched({ portal, token }: PortalUnderLoad, unit: Watched): Promise<void> {
  const { dataID, acknowledged } = unit
  const user = { token: await token() }
  const stored = (await readAll(portal, user, dataID, 'tank'))
    .map((record) => ({
      at: Date.parse(record.messageUTC),
      index: Number(record['index']),
      level: Number(record['level']),
    }))
    .filter(({ index }) => index >= 0)
  assert.deepEqual(stored, acknowledged, `${dataID} has every record once`)
  await until(
    `the alert of ${dataID}`,
    () => readChanges(portal, user.token, unit),
    (changes) => sameLines(changes, changesOver(stored)),
  )
  await until(
    `the occurrences of ${dataID}`,
    () => readOccurrences(portal, user.token, dataID),
    (found) => sameLines(found, occurrencesOver(stored)),
  )
  await until(
    `the calculated source of ${dataID}`,
    async () => (await readAll(portal, user, dataID, DOUBLED)).map(({ messageUTC, value }) => `${messageUTC} ${value}`),
    (results) => sameLines(results, doubledOf(stored)),
  )
}

function doubledOf(stored: readonly Level[]): string[] {
  return stored.map(({ at, level }) => `${new Date(at).toISOString()} ${2 * level}`)
}

function sameLines(found: readonly string[], expected: readonly string[]): boolean {
  return found.join('\n') === expected.join('\n')
}

async function readChanges(
  portal: PortalUnderLoad['portal'],
  token: string,
  { alertID }: Pick<Watched, 'alertID'>,
): Promise<string[]> {
  const changes: string[] = []
  for (let after: string | null | undefined; after !== null;) {
    const query = { alertID, limit: 500, ...(after === undefined ? {} : { after }) }
    const { details }: ReplyOf<typeof listAlertHistory> = await call(portal, listAlertHistory, { token, query })
    for (const { happening, atUTC } of details.history) {
      if (happening === 'high' || happening === 'ok') changes.unshift(`${happening} at ${Date.parse(atUTC)}`)
    }
    after = details.next
  }
  return changes
}

async function readOccurrences(portal: PortalUnderLoad['portal'], token: string, dataID: string): Promise<string[]> {
  const found: string[] = []
  for (let page = 1; ; page += 1) {
    const query = { dataID: DataId.parse(dataID), name: TABLE, page }
    const details = (await call(portal, listEvents, { token, query })).details as EventPage
    for (const { startUTC, endUTC } of details.occurrences) {
      found.push(`${Date.parse(startUTC)} ${endUTC === null ? 'on' : `to ${Date.parse(endUTC)}`}`)
    }
    if (!details.pagination.hasNext) return found
  }
}

/** Each request was done once, in order, and is answered. */
async function checkRequests({ countRequests, requested, accepted }: PortalUnderLoad): Promise<void> {
  const { all } = await until('the answers', countRequests, (count) => count.answered === count.all)
  const { done } = requested
  assert.deepEqual(
    done,
    [...new Set(done)].toSorted((one, other) => one - other),
  )
  assert.equal(done.length, all)
  assert.deepEqual(
    accepted.filter((id) => !done.includes(id)),
    [],
    'requests that were accepted and never done',
  )
}

async function checkImports({ portal, token, importedUnits }: PortalUnderLoad): Promise<void> {
  const user = { token: await token() }
  for (const dataID of importedUnits) {
    await until(
      `the import into ${dataID}`,
      async () => (await readAll(portal, user, dataID, 'logger')).map(({ temp }) => Number(temp)),
      (values) => values.length === IMPORTED_LINES && values.every((value, index) => value === index),
    )
  }
}

/** Each report that was asked for is sent, and has one mail for its recipient. */
async function checkReports({ portal, token, scheduleID, reportRuns }: PortalUnderLoad): Promise<void> {
  const runs = await until(
    'the reports',
    async () => (await call(portal, listReportRuns, { token: await token(), query: { scheduleID } })).details,
    (all) => all.length > 0 && all.every(({ state, mails }) => state === 'done' && mails[0]?.state === 'sent'),
  )
  const sent = new Set(runs.map(({ runID }) => runID))
  assert.ok(reportRuns.isSubsetOf(sent), 'a report that was asked for is missing')
  for (const { mails } of runs) assert.equal(mails.length, 1)
}
