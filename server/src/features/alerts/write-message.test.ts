import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NotificationKind } from '@fieldwatch/contract/alerts/alert-history'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import { sentMeasures } from '@fieldwatch/contract/measures/measure'
import { type Language, LANGUAGES } from '@fieldwatch/contract/text/languages'
import { type MeasuredUnit, type Reader, type NotifiedAlert, writeMail, writeSms } from './write-message.ts'

const unit: MeasuredUnit = {
  dataId: 'cold' as DataId,
  name: 'Cold store',
  status: 'high',
  at: Date.parse('2026-03-01T12:00:00Z'),
  notedAt: Date.parse('2026-03-01T12:00:00Z'),
  value: 1234.5,
  changes: 3,
  unitOfMeasure: 'kWh',
}
const alert: NotifiedAlert = {
  id: 'one' as AlertId,
  name: 'Too much',
  description: '',
  kind: 'alarm',
  mayChange: true,
  source: 'meter',
  event: null,
  condition: { field: 'energy', operator: 'greater than', constant: 1000 },
  timeZone: 'Europe/Berlin',
  unitCount: 1,
  units: [unit],
  unsubscribeUrl: 'https://fieldwatch.example/unsubscribe/one',
}
const reader = (language: Language): Reader => ({
  firstName: 'Nora',
  language,
  timeFormat: '24Hour',
  measures: sentMeasures,
  publicUrl: 'https://fieldwatch.example',
})

describe('a message about an alert', () => {
  for (const [language, subject, line] of [
    [
      'en',
      'Triggered: Too much on Cold store',
      'Cold store: energy was 1,234.5 kWh at 1 Mar 2026, 13:00:00 (Europe/Berlin) (limit: greater than 1,000 kWh)',
    ],
    [
      'de',
      'Ausgelöst: Too much für Cold store',
      'Cold store: energy war 1.234,5 kWh am 1. März 2026, 13:00:00 (Europe/Berlin) (Schwellenwert: größer als 1.000 kWh)',
    ],
    [
      'fr',
      'Déclenchée : Too much sur Cold store',
      'Cold store : energy était à 1 234,5 kWh le 1 mars 2026, 13:00:00 (Europe/Berlin) (seuil : supérieur à 1 000 kWh)',
    ],
    [
      'es',
      'Activada: Too much en Cold store',
      'Cold store: energy era 1234,5 kWh el 1 mar 2026, 13:00:00 (Europe/Berlin) (umbral: mayor que 1000 kWh)',
    ],
  ] as const) {
    it(`is written in ${language}, with the dates and numbers of that language`, () => {
      const mail = writeMail([alert], reader(language))
      const sms = writeSms([alert], reader(language))

      assert.equal(mail.subject.replaceAll('\u202f', ' '), subject)
      assert.ok(mail.body.replaceAll('\u202f', ' ').split('\n').includes(line), mail.body)
      assert.ok(mail.html.includes(`<html lang="${language}">`))
      assert.ok(sms.replaceAll('\u202f', ' ').startsWith(`${subject}. ${line} https://`), sms)
    })
  }

  const over = { ...alert, kind: 'all-clear' as const, units: [{ ...unit, status: 'ok' as const }] }
  const other = { ...alert, id: 'two' as AlertId, name: 'Door open' }
  for (const { title, alerts, subject } of [
    { title: 'one that is over again', alerts: [alert, over], subject: 'OK again: Too much on Cold store' },
    {
      title: 'one on two units',
      alerts: [alert, { ...alert, units: [{ ...unit, dataId: 'other' as DataId }] }],
      subject: 'Triggered: Too much on 2 units',
    },
    { title: 'two', alerts: [alert, other, alert], subject: '2 alerts triggered: Too much, Door open' },
    {
      title: 'two of which one is over',
      alerts: [alert, other, over],
      subject: '1 alert triggered, 1 OK again: Door open, Too much',
    },
    {
      title: 'several that are over',
      alerts: ['a', 'b', 'c', 'd'].map((id) => ({ ...over, id: id as AlertId, name: id })),
      subject: '4 alerts OK again: a, b, c and 1 more',
    },
  ])
    it(`says in its subject how ${title} came out`, () => {
      assert.equal(writeMail(alerts, reader('en')).subject, subject)
    })

  it('that reminds says what is so now, and since when', () => {
    const latest = { at: Date.parse('2026-03-01T14:30:00Z'), value: 1500 }
    const reminder = { ...alert, kind: 'reminder' as const, units: [{ ...unit, latest }] }

    assert.match(
      writeMail([reminder], reader('en')).body,
      /energy is 1,500 kWh at 1 Mar 2026, 15:30:00, triggered since 1 Mar 2026, 13:00:00/,
    )
  })

  it('offers those who only see the alert to view it', () => {
    const [owner, viewer] = [alert, { ...alert, mayChange: false }].map((one) => writeMail([one], reader('en')).body)

    assert.match(owner ?? '', /View, acknowledge or snooze the alert/)
    assert.doesNotMatch(viewer ?? '', /acknowledge/)
    assert.match(viewer ?? '', /View the alert/)
  })

  it('offers to acknowledge only what is triggered, and nothing of what has ended', () => {
    const reason = 'The unit moved.'
    const ended = { ...over, kind: 'ended' as const, units: [{ ...unit, status: 'ok' as const, reason }] }
    const mails = [over, ended].map((one) => writeMail([one], reader('en')))

    assert.match(mails[0]?.body ?? '', /View the alert: .*\nStop notifications about this alert: /)
    assert.doesNotMatch(mails[1]?.body ?? '', /View the alert|Stop notifications|acknowledge/)
    assert.doesNotMatch(mails[1]?.html ?? '', /unsubscribe/)
    assert.deepEqual(mails[1]?.headers['List-Unsubscribe'], '<https://fieldwatch.example/settings>')
  })

  it('differs in all languages, whatever it is about', () => {
    const silence = { ...alert, condition: null }
    const event = { ...silence, event: { name: 'on', title: 'Pump on', forMs: 60_000 } }
    for (const kind of NotificationKind.options) {
      for (const status of ['ok', 'high'] as const) {
        for (const about of [alert, silence, { ...silence, source: null }, event]) {
          const message = { ...about, kind, units: [{ ...unit, status }] }
          const mails = LANGUAGES.map((language) => writeMail([message], reader(language)))
          const several = LANGUAGES.map((language) =>
            writeMail([message, { ...message, unitCount: 30 }], reader(language)),
          )

          for (const written of [mails, several]) {
            assert.equal(new Set(written.map(({ subject }) => subject)).size, LANGUAGES.length, kind)
            assert.equal(new Set(written.map(({ body }) => body.split('\n')[3])).size, LANGUAGES.length, kind)
          }
        }
      }
    }
  })
})
