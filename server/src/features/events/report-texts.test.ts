import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createReportWriter } from '@fieldwatch/contract/reports/report-formats'
import { COORDINATES_HEADER } from '@fieldwatch/contract/reports/report-rows'
import { reportTextsIn } from './report-texts.ts'

const DAY = 24 * 60 * 60_000

describe('what the portal writes into a report', () => {
  it('is in English as in downloads', () => {
    const { heading, time, words } = reportTextsIn('en')
    const columns = [
      'startUTC',
      'endUTC',
      'duration',
      'tag',
      'ongoing',
      COORDINATES_HEADER,
      'room.temp',
      'room.temp.mean',
    ]
    assert.deepEqual(columns.map(heading), columns)
    assert.equal(time('csv', 'UTC'), 'messageUTC')
    for (const given of [{}, { words }]) {
      const write = createReportWriter({ timeZone: 'UTC', ...given })
      assert.deepEqual(
        [true, false].map((value) => write(value, 'yes/no')),
        ['yes', 'no'],
      )
      assert.equal(write(DAY + 1000, 'days HH:MM:SS'), '1 days 00:00:01')
    }
  })

  it('is in another language, with the names that people chose', () => {
    const { heading, words } = reportTextsIn('fr')
    const columns = ['duration', COORDINATES_HEADER, 'room.temp', 'room.temp.greatest']
    assert.deepEqual(columns.map(heading), ['Durée (ms)', 'Coordonnées', 'room.temp', 'room.temp maximum'])
    const write = createReportWriter({ timeZone: 'UTC', words })
    assert.deepEqual([write(true, 'yes/no'), write(true, 'boolean')], ['oui', 'TRUE'])
    assert.deepEqual(
      [1, 2].map((days) => write(days * DAY, 'days HH:MM:SS')),
      ['1 jour 00:00:00', '2 jours 00:00:00'],
    )
  })
})
