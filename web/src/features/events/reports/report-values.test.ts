import { eventColumns } from '@fieldwatch/contract/events/event-columns'
import { SourceName } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { type KnownValues, firstFormat, formatChoices, typeOfValue, valueChoices } from './report-values.ts'

const VALUES = [
  { source: SourceName.parse('room'), field: 'people' },
  { source: SourceName.parse('tank'), field: 'level' },
  { source: SourceName.parse('door'), field: 'locked' },
  { source: SourceName.parse('door'), field: 'since' },
]

const KNOWN: KnownValues = {
  table: { columns: eventColumns(VALUES), values: VALUES },
  template: null,
  occurrences: [
    {
      startUTC: '2026-02-01T00:00:00.000Z',
      endUTC: null,
      duration: 1000,
      tag: null,
      noDataAfter: false,
      'room.people': null,
    },
    {
      startUTC: '2026-02-02T00:00:00.000Z',
      endUTC: null,
      duration: 1000,
      tag: '2026-02-01',
      noDataAfter: false,
      'room.people': 3,
      'door.since': '2026-02-01',
    },
  ],
  sources: { room: { people: 'int' }, tank: { level: 'float' }, door: { locked: 'bool', since: 'string' } },
}

describe('the formats of a value', () => {
  it.each([
    ['startUTC', 'date-time'],
    ['endUTC', 'date-time'],
    ['duration', 'duration'],
    ['room.people', 'integer'],
    ['room.people.greatest', 'integer'],
    ['room.people.mean', 'decimal'],
    ['tank.level', 'decimal'],
    ['door.locked', 'boolean'],
    ['door.locked.greatest', 'integer'],
    ['door.since', 'date'],
    ['nowhere.to', 'text'],
  ])('of %s are those of a %s', (value, type) => {
    expect(typeOfValue(value, KNOWN)).toBe(type)
  })

  it('follow from the first sample that there is', () => {
    expect(typeOfValue('tag', KNOWN)).toBe('date')
    expect(typeOfValue('tag', { ...KNOWN, occurrences: [] })).toBe('text')
  })

  it('keep one that was chosen when the samples were others', () => {
    expect(formatChoices('tag', 'uppercase', KNOWN)).toContain('uppercase')
    expect(formatChoices('tag', '', KNOWN)).not.toContain('uppercase')
  })

  it.each([
    ['startUTC', 'YYYY-MM-DD HH:MM:SS'],
    ['duration', 'HH:MM:SS'],
    ['tank.level', '2 Decimal'],
    ['room.people', 'integer'],
  ])('begin for %s with %s', (value, format) => {
    expect(firstFormat(value, KNOWN)).toBe(format)
  })
})

describe('the values of a report', () => {
  it('are the columns of the event table', () => {
    expect(valueChoices(KNOWN.table, '').map(({ value }) => value)).toEqual(KNOWN.table.columns)
  })

  it('keep one that was chosen for another table, and say so', () => {
    expect(valueChoices(KNOWN.table, 'hall.temp').at(-1)).toEqual({
      value: 'hall.temp',
      label: 'hall.temp (not in this table)',
    })
  })
})
