import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ImportLayout, ImportPreview, ImportSettings, ImportTimes } from '../contract/record-imports.ts'
import { inEnglish } from '@fieldwatch/server/platform/errors/domain-error'
import { LOGGER_FILES } from '@fieldwatch/server/testing/logger-files'
import { describeLook } from './describe-look.ts'
import { lookAtPart, newLook } from './look-at-part.ts'
import { readHead } from './read-head.ts'

const NOW = Date.parse('2026-11-29T00:00:00Z')

interface Given {
  readonly bytes: Uint8Array
  readonly settings?: ImportSettings
  readonly layout?: ImportLayout
  readonly fileName?: string
}

function look({ bytes, settings, layout = {}, fileName = 'logger.csv' }: Given): Omit<ImportPreview, 'looked'> {
  const head = readHead({ bytes, settings, layout, zone: 'Europe/Berlin' }).result
  const seen = lookAtPart({ bytes, isLast: true, look: newLook(), of: head.of, now: NOW }).result.look
  return describeLook({ fileName, bytes, head, look: seen, settings, now: NOW }).result
}

function lookAt(...lines: string[]): Omit<ImportPreview, 'looked'> {
  return look({ bytes: Buffer.from(lines.join('\n')) })
}

/** `iso 2025-01-05T00:00Z to 2025-01-05T06:30Z every 600 s`. */
function timesText({ format, firstUTC, lastUTC, shortestMs, longestMs }: ImportTimes): string {
  const short = (time: string | null): string => time?.replace(':00.000Z', 'Z') ?? 'never'
  const steps = [...new Set([shortestMs, longestMs])].map((ms) => (ms ?? 0) / 1000).join(' to ')
  return `${format} ${short(firstUTC)} to ${short(lastUTC)} every ${steps} s`
}

/** `Temp_C number °C 15..25 (1 missing) (1 odd: x)`. */
function valuesText({ values, settings }: Pick<ImportPreview, 'values' | 'settings'>): string[] {
  const isChosen = new Set(settings.columns.map(({ field }) => field))
  return values
    .filter(({ field }) => isChosen.has(field))
    .map(({ field, type, unit, least, most, missing, odd }) =>
      [
        field,
        type,
        unit ?? '-',
        ...(least === null ? [] : [`${least}..${most}`]),
        ...(missing.count === 0 ? [] : [`(${missing.count} missing: ${missing.words.join(' ')})`]),
        ...(odd.count === 0 ? [] : [`(${odd.count} odd: ${odd.samples.map(({ text }) => text).join(' ')})`]),
      ].join(' '),
    )
}

/** What the portal reads of each file, without a word from a person. */
const EXPECTED: Readonly<Record<string, { layout: string; times: string[]; values: string[] }>> = {
  'Campbell Scientific LoggerNet (TOA5)': {
    layout: 'headings 2, records from 5, point, Europe/Berlin',
    times: ['iso 2025-01-04T23:00Z to 2025-01-05T05:30Z every 600 s'],
    values: [
      'RECORD number - 4100..4139',
      'BattV_Min number Volts 12.6..12.6',
      'AirTC_Avg number Deg C 15..25 (1 missing: NAN)',
      'RH number % 61.2..61.2',
    ],
  },
  'Onset HOBOware': {
    layout: 'headings 2, records from 3, point, -05:00',
    times: ['mdy 2025-01-12T05:00Z to 2025-01-13T11:12Z every 3600 to 4320 s'],
    values: [
      'column_1 number - 1..31',
      'Temp_C number °C 15.8..25',
      'RH number % 50..79',
      'Host_Connected text -',
      'End_Of_File text -',
    ],
  },
  'Abbott LibreView': {
    layout: 'headings 2, records from 3, point, Europe/Berlin',
    times: ['dmy 2025-01-19T23:04Z to 2025-01-20T06:19Z every 900 s'],
    values: [
      'Device text -',
      'Serial_Number text -',
      'Record_Type number - 0..0',
      'Historic_Glucose_mmol_L number mmol/L 5.8..6.3',
    ],
  },
  'SMA Sunny Explorer': {
    layout: 'headings 7, records from 10, comma, Europe/Berlin',
    times: ['dmy 2025-04-30T22:00Z to 2025-05-01T21:55Z every 300 s'],
    values: ['Total_yield number kWh 1234.567..1237.437', 'Power number kW 0..1.435'],
  },
  'Fronius Solar.web': {
    layout: 'headings 1, records from 3, point, Europe/Berlin',
    times: ['dmy 2025-05-20T08:00Z to 2025-05-20T09:35Z every 300 s'],
    values: ['Energy_Roof number Wh 100..119', 'PV_production number Wh 90.5..109.5'],
  },
  'Home Assistant, history': {
    layout: 'headings 1, records from 2, point, Europe/Berlin',
    times: ['iso 2025-01-05T00:00Z to 2025-01-05T02:25Z every 600 to 3000 s'],
    values: [
      'sensor_cellar_temperature number - 16.2..24.9 (1 missing: unavailable)',
      'sensor_cellar_humidity number - 51..77',
      'binary_sensor_door boolean -',
    ],
  },
  'InfluxDB, annotated CSV': {
    layout: 'headings 4, records from 5, point, Europe/Berlin',
    times: ['iso 2025-01-05T00:00Z to 2025-01-05T00:14Z every 60 s'],
    values: ['level__value number - 20..25', 'flow__value number - 20.7..25'],
  },
  'Siemens WinCC, tag logging': {
    layout: 'headings 1, records from 2, comma, Europe/Berlin',
    times: ['dmy 2025-01-25T22:58Z to 2025-01-25T23:01:12.000Z every 10 s'],
    values: ['Boiler_T number - 20..25', 'Boiler_P number - 20.7..25', 'RT_OFF number - 0..0'],
  },
  'Grafana, CSV with formatted values': {
    layout: 'headings 1, records from 2, point, Europe/Berlin',
    times: ['iso 2025-01-04T23:00Z to 2025-01-04T23:19Z every 60 s'],
    values: ['Tank_temperature number °C 20..25', 'Valve number % 0..95'],
  },
  'A German spreadsheet': {
    layout: 'headings 1, records from 2, comma, Europe/Berlin',
    times: ['dmy 2025-01-31T21:00Z to 2025-02-01T01:45Z every 900 s'],
    values: ['Temperatur_C number °C -1..4', 'Leistung_W number W 1200.5..1219.5', 'Ort text -'],
  },
  'A logger with years of two digits': {
    layout: 'headings 1, records from 2, point, Europe/Berlin',
    times: ['dmy 2025-01-12T23:00Z to 2025-01-15T10:00Z every 3600 s'],
    values: ['Pegel_cm number cm 100..159'],
  },
  'A French spreadsheet': {
    layout: 'headings 2, records from 3, comma, Europe/Berlin',
    times: ['dmy 2025-01-20T05:00Z to 2025-01-21T00:00Z every 3600 s'],
    values: ['Debit_m3_h number m³/h 20..25', 'Volume_m3 number m³ 1200..1219.9'],
  },
  'A spreadsheet from the USA': {
    layout: 'headings 1, records from 2, point, Europe/Berlin',
    times: ['mdy 2025-01-25T20:05Z to 2025-01-26T15:05Z every 3600 s'],
    values: ['Level_ft number ft 20..25', 'Flow_gpm number gpm 1200.5..1219.5'],
  },
  'A logger of the nineties': {
    layout: 'headings 1, records from 2, point, Europe/Berlin',
    times: ['iso 1999-12-31T21:00Z to 2000-01-01T06:30Z every 1800 s'],
    values: ['CH1 number - 20..25'],
  },
  'Davis WeatherLink': {
    layout: 'headings 2, records from 3, point, Europe/Berlin',
    times: ['mdy 2025-01-14T22:00Z to 2025-01-15T07:30Z every 1800 s'],
    values: [
      'Out number - 20..25 (1 missing: ---)',
      'Temp number - 20..25',
      'Temp_2 number - 20..25',
      'Hum number - 80..80',
    ],
  },
  'USGS, tab-separated (RDB)': {
    layout: 'headings 4, records from 6, point, Europe/Berlin',
    times: ['iso 2025-01-04T23:00Z to 2025-01-05T03:45Z every 900 s'],
    values: [
      'agency_cd text -',
      'site_no text -',
      'tz_cd text -',
      '_98765_00060 number - 1200..1219',
      '_98765_00060_cd text -',
    ],
  },
  'A spreadsheet with its own numbers of days': {
    layout: 'headings 1, records from 2, comma, Europe/Berlin',
    times: ['excel 2025-01-04T23:00Z to 2025-01-06T22:00Z every 3600 s'],
    values: ['Temp number - 15..25'],
  },
  'A control system with names of months': {
    layout: 'headings 1, records from 2, point, Europe/Berlin',
    times: ['named 2025-01-31T22:00Z to 2025-02-01T02:45Z every 900 s'],
    values: ['TI-101_PV number - 20..25', 'FI-204_PV number - 30..49 (1 odd: Bad Input)'],
  },
  'Deutscher Wetterdienst, hourly': {
    layout: 'headings 1, records from 2, point, Europe/Berlin',
    times: ['compact 2025-01-04T23:00Z to 2025-01-06T04:00Z every 3600 s'],
    values: [
      'STATIONS_ID number - 9999..9999',
      'QN_9 number - 3..3',
      'TT_TU number - 15.8..25 (1 missing: -999)',
      'RF_TU number - 60..89',
      'eor text -',
    ],
  },
  'An agricultural station': {
    layout: 'headings 1, records from 2, point, Europe/Berlin',
    times: ['compact 2025-01-05T00:00Z to 2025-01-06T05:00Z every 3600 s'],
    values: ['ETo_mm number mm 0..0.08', 'Precip_mm number mm 0..0 (1 missing: -9999)', 'Air_Temp_C number C 15.8..25'],
  },
  'Shelly, meter': {
    layout: 'headings 1, records from 2, point, Europe/Berlin',
    times: ['epoch-s 2025-01-05T00:00Z to 2025-01-05T00:19Z every 60 s'],
    values: [
      'total_act_energy number - 0..2.7143',
      'max_act_power number - 100..119',
      'min_act_power number - 90..109',
    ],
  },
  'A Swiss logger': {
    layout: 'headings 1, records from 2, point, Europe/Berlin',
    times: ['iso 2025-01-04T23:00Z to 2025-01-05T03:45Z every 900 s'],
    values: ['Zahlernummer text -', 'Zahlerstand number - 12300.25..12319.25', 'Einheit text -'],
  },
  'A logger with days and months of 12 or less': {
    layout: 'headings 1, records from 2, point, Europe/Berlin',
    times: [
      'dmy 2025-01-01T23:00Z to 2025-01-11T22:00Z every 3600 s',
      'mdy 2025-01-31T23:00Z to 2025-11-01T22:00Z every 3600 to 2599200 s',
    ],
    values: ['Level number - 15..25'],
  },
}

describe('a file of a logger', () => {
  for (const { maker, fileName, bytes } of LOGGER_FILES)
    it(`is read as it is written: ${maker}`, () => {
      const found = look({ bytes, fileName })
      const { headingLine, firstLine, time, decimals } = found.settings
      const layout = `headings ${headingLine}, records from ${firstLine}, ${decimals}, ${time.zone}`
      assert.deepEqual({ layout, times: found.times.map(timesText), values: valuesText(found) }, EXPECTED[maker])
    })
})

describe('the times of a file', () => {
  it('are asked about as long as days and months fit both ways', () => {
    const { settings, times } = lookAt('Time,Level', '01/02/2025 00:00,1', '12/11/2025 00:00,2')
    assert.equal(settings.time.format, null)
    assert.deepEqual(
      times.map(({ format }) => format),
      ['dmy', 'mdy'],
    )
  })

  it('are read by the first date in the whole file that fits only one way', () => {
    const before = Array.from({ length: 2_000 }, (_, index) => `0${1 + (index % 9)}/02/2025 00:00,1`)
    const { settings, times } = lookAt('Time,Level', ...before, '13/02/2025 00:00,1')
    assert.equal(settings.time.format, 'dmy')
    assert.deepEqual(
      times.map(({ format, read }) => `${format} ${read}`),
      ['dmy 2001'],
    )
  })

  it('are asked about when lines contradict each other', () => {
    const lines = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0 ? '13/02/2025 00:00,1' : '02/13/2025 00:00,1',
    )
    const { settings } = lookAt('Time,Level', '01/02/2025 00:00,1', ...lines)
    assert.equal(settings.time.format, null)
  })

  it('have years of two digits where the times do not jump', () => {
    const yearLast = lookAt('Time,Level', '13.01.25 00:00,1', '13.01.25 01:00,1', '14.01.25 00:00,1')
    const yearFirst = lookAt('Time,Level', '25-01-13 00:00,1', '25-01-13 01:00,1', '25-01-14 00:00,1')
    const either = lookAt('Time,Level', '13.01.25 00:00,1', '13.01.25 01:00,1')
    assert.deepEqual(
      [yearLast, yearFirst, either].map(({ settings }) => settings.time.format),
      ['dmy', 'ymd', null],
    )
    assert.deepEqual(
      either.times.map(({ firstUTC }) => firstUTC),
      ['2025-01-12T23:00:00.000Z', '2013-01-24T23:00:00.000Z'],
    )
  })

  it('say which lines have none, and leave out only those', () => {
    const { times, lines } = lookAt('Time,Level', '2025-01-05T00:00Z,1', 'Total,3', '2025-01-05T01:00Z,2')
    assert.deepEqual(times[0]?.odd, { count: 1, samples: [{ line: 3, text: times[0]?.odd.samples[0]?.text }] })
    assert.equal(inEnglish(times[0]?.odd.samples[0]?.text ?? ''), '“Total” is not a time in the chosen format.')
    assert.deepEqual(
      lines.map(({ messageUTC }) => messageUTC !== null),
      [true, false, true],
    )
  })

  it('count the lines of the hour that clocks repeat, by the order of the lines', () => {
    const { times, lines } = lookAt(
      'Time,Level',
      ...['01:00', '02:00', '02:00', '03:00'].map((clock, index) => `2025-10-26 ${clock},${index}`),
    )
    assert.deepEqual(
      times.map(({ doubled, shortestMs, longestMs }) => [doubled, shortestMs, longestMs]),
      [[2, 3_600_000, 3_600_000]],
    )
    assert.deepEqual(
      lines.map(({ messageUTC }) => messageUTC?.slice(11, 13)),
      ['23', '00', '01', '02'],
    )
  })
})

describe('the columns of a file', () => {
  it('keep their type when a cell is odd, which is left empty', () => {
    const { values, lines } = lookAt('Time,Level,Open', '2025-01-05,1.5,yes', '2025-01-06,x,maybe', '2025-01-07,2.5,no')
    assert.deepEqual(
      valuesText({
        values,
        settings: lookAt('Time,Level,Open', '2025-01-05,1.5,yes', '2025-01-06,x,maybe', '2025-01-07,2.5,no').settings,
      }),
      ['Level number - 1.5..2.5 (1 odd: x)', 'Open boolean - (1 odd: maybe)'],
    )
    assert.deepEqual(lines[0]?.fields, { Level: 1.5, Open: true })
  })

  it('leave -9999 and the like empty only where all other numbers are far away', () => {
    const rows = (odd: string) =>
      Array.from({ length: 20 }, (_, index) => `2025-01-05 00:${10 + index},${index === 3 ? odd : index}`)
    const code = lookAt('Time,Level', ...rows('-9999'))
    const number = lookAt('Time,Level', ...rows('-9999'), '2025-01-06 00:00,-9500')
    assert.deepEqual([code.settings.missing, number.settings.missing], [['-9999'], []])
    assert.equal(number.values[0]?.least, -9999)
  })

  it('stay texts where a number would lose its zeros or digits', () => {
    const found = lookAt(
      'Time,Serial,Card,Level',
      '2025-01-05,0042,89490200001234567890,1',
      '2025-01-06,0043,89490200001234567891,2',
    )
    assert.deepEqual(valuesText(found), ['Serial text -', 'Card text -', 'Level number - 1..2'])
  })

  it('have decimal commas with thousand points, blanks and apostrophes', () => {
    const found = lookAt(
      'Time;A;B;C',
      '2025-01-05;1.234,5;1 234,5;1’234,5',
      '2025-01-06;21,5;21,5;21,5',
      '2025-01-07;0,5;0,5;0,5',
    )
    assert.equal(found.settings.decimals, 'comma')
    assert.deepEqual(valuesText(found), ['A number - 0.5..1234.5', 'B number - 0.5..1234.5', 'C number - 0.5..1234.5'])
  })

  it('have one unit of measure: a number with another one is odd', () => {
    const found = lookAt('Time,Temp', '2025-01-05,21.5 °C', '2025-01-06,22 °C', '2025-01-07,70 °F', '2025-01-08,23')
    assert.deepEqual(valuesText(found), ['Temp number °C 21.5..23 (1 odd: 70 °F)'])
  })
})

describe('the table of a file', () => {
  it('is where a person says that it is', () => {
    const bytes = Buffer.from('a,b\n2025-01-05,1\nTime,Flow\n2025-01-06,2\n')
    const { settings, values } = look({ bytes, layout: { headingLine: 3, firstLine: 4 } })
    assert.deepEqual([settings.headingLine, settings.firstLine, values.map(({ field }) => field)], [3, 4, ['Flow']])
  })

  it('has no headings where the first line is a record', () => {
    const { settings, values } = lookAt('2025-01-05,1', '2025-01-06,2')
    assert.deepEqual(
      [settings.headingLine, settings.firstLine, values.map(({ field }) => field)],
      [null, 1, ['Column_2']],
    )
  })

  it('may have headings that are a comment', () => {
    const { settings, values } = lookAt('# logger 7', '# time,temp', '2025-01-05,1', '# a note', '2025-01-06,2')
    assert.deepEqual(
      [settings.headingLine, settings.firstLine, values.map(({ field, filled }) => [field, filled])],
      [2, 3, [['temp', 2]]],
    )
  })

  it('never takes the name of a series for a part of JavaScript', () => {
    const { values } = lookAt(
      'Time,Sensor,Value',
      '2025-01-05,__proto__,1',
      '2025-01-05,constructor,2',
      '2025-01-06,__proto__,3',
      '2025-01-06,constructor,4',
    )
    assert.deepEqual(
      values.map(({ series, least, most }) => [series, least, most]),
      [
        ['__proto__', 1, 3],
        ['constructor', 2, 4],
      ],
    )
  })
})
