import assert from 'node:assert/strict'
import { listAlertHistory, listAlertNotifications } from '@fieldwatch/contract/alerts/alert-history'
import type { ReplyOf } from '@fieldwatch/contract/api/endpoint'
import { type EventPage, listEvents } from '@fieldwatch/contract/events/events'
import { type AlertId, DataId } from '@fieldwatch/contract/api/ids'
import { call, readAll } from '../support/api.ts'
import { expectChanges } from '@fieldwatch/server/testing/fuzz/naive-models'
import { findDoubled } from './alarm-mails.ts'
import { type Level, occurrencesOver } from './levels.ts'
import { until } from './persist.ts'
import { DOUBLED, type PortalUnderLoad, type RuleName, RULES, TABLE, type Watched } from './portal-under-load.ts'

/** Compares everything that the portal has at the end with a look at the records one by one. */
export async function checkEverything(load: PortalUnderLoad): Promise<void> {
  for (const unit of load.watched) await checkWatched(load, unit)
  await checkSilences(load)
  assert.deepEqual(findDoubled(load.alarmMails), [], 'no two mails tell of the same moment of an alert')
  await checkRequests(load)
  await checkExtensions(load)
}

/** Every acknowledged record is stored once, and what is computed from them is right. */
async function checkWatched({ portal, token }: PortalUnderLoad, unit: Watched): Promise<void> {
  const { dataID, acknowledged, alerts } = unit
  const user = { token: await token() }
  const stored = (await readAll(portal, user, dataID, 'tank'))
    .map((record) => ({
      at: Date.parse(record.messageUTC),
      index: Number(record['index']),
      level: Number(record['level']),
    }))
    .filter(({ index }) => index >= 0)
  assert.deepEqual(stored, acknowledged, `${dataID} has every record once`)
  const values = stored.map(({ at, level: value }) => ({ at, value }))
  for (const [name, alertID] of Object.entries(alerts) as [RuleName, AlertId][]) {
    const expected = expectChanges(values, RULES[name])
    await until(
      `the alert “${name}” of ${dataID}`,
      () => readChanges(portal, user.token, alertID),
      (changes) => sameLines(changes, expected),
    )
    if (expected.length > 0) await checkNotified(portal, user.token, alertID)
  }
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

async function readChanges(portal: PortalUnderLoad['portal'], token: string, alertID: AlertId): Promise<string[]> {
  const changes: string[] = []
  for (let after: string | null | undefined; after !== null;) {
    const query = { alertID, limit: 500, ...(after === undefined ? {} : { after }) }
    const { details }: ReplyOf<typeof listAlertHistory> = await call(portal, listAlertHistory, { token, query })
    for (const { happening, atUTC, value } of details.history) {
      if (happening === 'high' || happening === 'ok')
        changes.unshift(`${happening} at ${Date.parse(atUTC)} with ${value}`)
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

/** Someone was notified of an alert, or will be, as one person gets 20 mails an hour at most. */
async function checkNotified(portal: PortalUnderLoad['portal'], token: string, alertID: AlertId): Promise<void> {
  await until(
    `a notification of ${alertID}`,
    async () => (await call(portal, listAlertNotifications, { token, query: { alertID } })).details.notifications,
    (all) => all.some(({ channel, state }) => channel === 'mail' && (state === 'sent' || state === 'waiting')),
  )
}

/** Each silence was noticed once, and ended by the record after it. */
async function checkSilences({ portal, token, silent: { alertID, silences } }: PortalUnderLoad): Promise<void> {
  const asked = await token()
  const found = (await readChanges(portal, asked, alertID)).map((change) => change.split(' ', 1)[0])
  // The last one may be ongoing by now.
  const ended = found.at(-1) === 'high' ? found.slice(0, -1) : found
  assert.deepEqual(ended, Array.from({ length: silences() }, () => ['high', 'ok']).flat())
  await checkNotified(portal, asked, alertID)
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

async function checkExtensions({ portal, token, loadedUnits }: PortalUnderLoad): Promise<void> {
  const user = { token: await token() }
  for (const { dataID, load } of loadedUnits) await load.check(portal, user, dataID)
}
