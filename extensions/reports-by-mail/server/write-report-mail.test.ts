import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Language } from '@fieldwatch/contract/text/languages'
import { type MailedReport, writeReportMail } from './write-report-mail.ts'

const report: MailedReport = {
  scheduleId: 1,
  name: 'Daily',
  dataId: 'pump' as DataId,
  unitName: 'Pump 3',
  content: { kind: 'chart', chart: 'Level' },
  rhythm: { every: 'day', hour: 6, timeZone: 'UTC' },
  range: { from: Date.parse('2026-03-01T00:00:00Z'), to: Date.parse('2026-03-02T00:00:00Z') },
  file: { names: ['pump_level.csv'], rows: 12_345 },
  times: { csv: 'UTC' },
  said: ['not-sent.still-finding'],
  figures: undefined,
  notes: undefined,
}
const write = (language: Language, given: Partial<MailedReport> = {}) =>
  writeReportMail(
    { ...report, ...given },
    {
      firstName: 'Nora',
      language,
      publicUrl: 'https://fieldwatch.example',
      unsubscribeUrl: 'https://fieldwatch.example/unsubscribe/one',
    },
  )

describe('a mail with a report', () => {
  for (const [language, subject, sentence] of [
    [
      'en',
      'Daily of Pump 3: Sun, 1 Mar 2026',
      'Attached is the report of Pump 3 for Sun, 1 Mar 2026: pump_level.csv with 12,345 rows.',
    ],
    [
      'de',
      'Daily von Pump 3: So., 1. März 2026',
      'Im Anhang finden Sie den Bericht von Pump 3 für So., 1. März 2026: pump_level.csv mit 12.345 Zeilen.',
    ],
    [
      'fr',
      'Daily de Pump 3 : dim. 1 mars 2026',
      'Vous trouverez ci-joint le rapport de Pump 3 pour dim. 1 mars 2026 : pump_level.csv, 12 345 lignes.',
    ],
    [
      'es',
      'Daily de Pump 3: dom, 1 mar 2026',
      'Se adjunta el informe de Pump 3 (dom, 1 mar 2026): pump_level.csv, con 12.345 filas.',
    ],
  ] as const) {
    it(`is written in ${language}, with the dates and numbers of that language`, () => {
      const mail = write(language)

      assert.equal(mail.subject.replaceAll('\u202f', ' '), subject)
      assert.ok(mail.body.replaceAll('\u202f', ' ').split('\n').includes(sentence), mail.body)
    })
  }

  it('says in the language of its recipient that there is nothing, too much, or no report any more', () => {
    for (const file of [
      { names: ['pump.csv'], rows: 0 },
      { names: [], rows: undefined },
      { names: ['pump.csv', 'pump.pdf'], rows: 3 },
      { names: ['pump.pdf'], rows: undefined },
      { stopped: 'errors.event/report-not-found' },
    ] as const) {
      const bodies = (['en', 'de', 'fr', 'es'] as const).map(
        (language) => write(language, { file }).body.split('\n')[2],
      )

      assert.equal(new Set(bodies).size, 4)
      assert.ok(!bodies.some((text) => text?.includes('errors.')), JSON.stringify(bodies))
    }
  })

  it('says in which zone the times of each file are, and what is not attached', () => {
    const names = ['pump.csv', 'pump.xlsx', 'pump.pdf']
    const times = { csv: 'UTC', xlsx: 'Asia/Kolkata', pdf: 'Asia/Kolkata' }
    const said = ['not-sent.no-browser']
    const { body } = write('en', { file: { names, rows: 3 }, times, said })

    assert.deepEqual(body.split('\n\n').slice(1, 4), [
      'Attached is the report of Pump 3 for Sun, 1 Mar 2026: pump.csv, pump.xlsx, and pump.pdf.',
      'Times in the CSV are in UTC, in the other files in Asia/Kolkata.',
      'The PDF is not attached, as this portal has no browser to draw it. Its operator can set one up.',
    ])
    assert.match(write('en', { times: { pdf: 'UTC' } }).body, /^Times are in UTC\.$/m)
  })

  it('names the portal for the notes that it leaves out, as a PDF has none', () => {
    const startAt = report.range.from
    const listed = Array.from({ length: 21 }, () => ({ startAt, endAt: null, source: null, text: 'Pump replaced' }))
    const file = { names: ['pump.pdf'], rows: undefined }

    const { body } = write('en', { file, notes: { listed, isCut: false } })

    assert.match(body, /^The newest 20 notes are listed\. The portal has all of them\.$/m)
  })
})
