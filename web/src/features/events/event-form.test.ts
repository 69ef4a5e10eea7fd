import { describe, expect, it } from 'vitest'
import { buildEventTable } from '#testing/build-events.ts'
import {
  emptyEventForm,
  eventChangeOf,
  eventDraftOf,
  type EventForm,
  eventProblems,
  formOfTable,
} from './event-form.ts'

const SOURCES = { room: { temp: 'float', note: 'string' } } as const

const FORM: EventForm = {
  name: 'Too warm',
  kind: 'value',
  source: 'room',
  field: 'temp',
  operation: '>=',
  constant: '-1.5e1',
  startDate: '2026-06-01T08:00',
  maxGapMinutes: '',
  values: ['room.temp'],
}

describe('the form of a new event table', () => {
  it('is sent as a condition in one text', () => {
    expect(eventProblems(FORM, SOURCES)).toEqual({})
    expect(eventDraftOf(FORM)).toEqual({
      name: 'Too warm',
      comparison: 'room.temp >= -1.5e1',
      startDate: new Date(2026, 5, 1, 8).toISOString(),
      values: [{ source: 'room', field: 'temp' }],
    })
  })

  it('is sent as a place and a side of it', () => {
    const form = {
      ...FORM,
      kind: 'place' as const,
      source: 'location',
      field: 'group:Depots',
      operation: '>' as const,
      constant: '',
      values: [],
    }
    const sources = { location: { lat: 'float', lon: 'float' } } as const
    expect(eventProblems(form, sources)).toEqual({})
    expect(eventDraftOf(form).comparison).toBe('location outside group Depots')
    expect(eventDraftOf({ ...form, field: 'place:12', operation: '<=' }).comparison).toBe('location in place 12')
    expect(eventDraftOf({ ...form, field: 'parked:ignition:place:12' }).comparison).toBe(
      'location left parked (ignition) place 12',
    )
    expect(eventProblems({ ...form, operation: '' }, sources)).toHaveProperty('operation')
    expect(eventProblems({ ...form, field: '' }, sources)).toHaveProperty('field')
    expect(formOfTable(buildEventTable({ comparison: 'location in place 12' }))).toMatchObject({
      kind: 'place',
      field: 'place:12',
      operation: '<=',
    })
    expect(formOfTable(buildEventTable({ comparison: 'location trips' }))).toHaveProperty('kind', 'journey')
  })

  // spec 2-5-04, 2-5-05, 2-5-06
  it.each([
    ['source and field that make no variable', { source: 'ro om' }, { field: 'Invalid variable reference' }],
    ['a field with a dot', { field: 'temp.least' }, { field: 'Invalid variable reference' }],
    ['a source that is not there', { source: 'hall' }, { field: 'Invalid operation value reference' }],
    ['a field that has no numbers', { field: 'note' }, { field: 'Invalid operation value reference' }],
    ['a constant that is no number', { constant: '1,5' }, { constant: 'Invalid constant - must be a valid number' }],
    ['a constant beyond all numbers', { constant: '1e999' }, { constant: 'Invalid constant - must be a valid number' }],
    ['no constant', { constant: ' ' }, { constant: 'A constant is required.' }],
    ['a gap that is no number', { maxGapMinutes: 'an hour' }, { maxGapMinutes: 'Enter a number of minutes.' }],
    ['no gap at all', { maxGapMinutes: '0' }, { maxGapMinutes: 'A gap is longer than 0 minutes.' }],
    ['no name', { name: ' ' }, { name: 'A name is required.' }],
    ['no start date', { startDate: 'T08:00' }, { startDate: 'A start date is required.' }],
  ] as const)('with %s has a problem', (_what, change, problems) => {
    expect(eventProblems({ ...FORM, ...change }, SOURCES)).toEqual(problems)
  })

  it('sends of a table that is there what is different, with the version that was seen', () => {
    const table = buildEventTable({ version: 3 })
    const form = formOfTable(table)

    expect(eventChangeOf(form, table)).toEqual({ version: 3 })
    expect(eventChangeOf({ ...form, constant: '25', maxGapMinutes: '5' }, table)).toEqual({
      comparison: 'room.temp > 25',
      maxGapMinutes: 5,
      version: 3,
    })
  })

  it('begins a week ago', () => {
    const now = new Date(2026, 5, 15, 12).getTime()

    expect(emptyEventForm(now).startDate).toBe('2026-06-08T12:00')
  })
})
