import assert from 'node:assert/strict'
import { listAlertHistory } from '@fieldwatch/contract/alerts/alert-history'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { type AlertId, type DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { call } from '../support/api.ts'
import type { MailServer } from '../support/mail-server.ts'
import { TANK } from './fleet.ts'
import type { Person } from './people.ts'

type Portal = Readonly<{ url: string }>

export interface Alarm {
  readonly id: AlertId
  readonly name: string
  readonly dataId: DataId
  readonly limit: number
  /** Whose it is. */
  readonly person: Person
  /** Epoch milliseconds. */
  readonly madeAt: number
}

interface Wanted {
  readonly name: string
  readonly dataId: DataId
  readonly field: 'level' | 'clock'
  readonly limit: number
}

/** An alert of a person that is triggered while a field of the tank of a unit is above a limit. */
export async function createAlarm(
  portal: Portal,
  person: Person,
  { name, dataId, field, limit }: Wanted,
): Promise<Alarm> {
  const condition = { field, operator: 'greater than' as const, constant: limit }
  const body = { name, devices: [dataId], source: SourceName.parse(TANK), condition }
  const { details } = await call(portal, createAlert, { token: await person.token(), body })
  return { id: details.alertID, name, dataId, limit, person, madeAt: Date.now() }
}

/** An alert was triggered, or was OK again, by a record. */
export interface Change {
  readonly status: 'high' | 'ok'
  /** `messageUTC`, in epoch milliseconds. */
  readonly at: number
  readonly value: number | null
}

/** The changes in the history of an alert, the oldest first. */
export async function readHistory(portal: Portal, { id, person }: Alarm): Promise<Change[]> {
  const changes: Change[] = []
  let after: string | undefined
  do {
    const query = { alertID: id, limit: 500, ...(after === undefined ? {} : { after }) }
    const { details } = await call(portal, listAlertHistory, { token: await person.token(), query })
    for (const { happening: status, atUTC, value } of details.history)
      if (status === 'high' || status === 'ok') changes.unshift({ status, at: Date.parse(atUTC), value })
    after = details.next ?? undefined
  } while (after !== undefined)
  return changes
}

/** The mails that come from now on, by what they name. */
export function collectMails(mails: MailServer) {
  const texts: string[] = []
  const stop = mails.onMail(({ text }) => void texts.push(text))
  const count = ({ name }: Alarm): number => texts.filter((text) => text.includes(name)).length
  return {
    stop,
    isNotified: (alarm: Alarm): boolean => count(alarm) > 0,
    /** Notified at least once. A mail that a server was handing over when it died may have come before it is tried again. */
    expectNotified: (alarm: Alarm): void => {
      const found = count(alarm)
      assert.ok(found >= 1 && found <= 2, `“${alarm.name}” was notified once or twice, and not ${found} times`)
    },
  }
}
