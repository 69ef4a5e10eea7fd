import { eventColumns } from '@fieldwatch/contract/events/event-columns'
import type { SourceName } from '@fieldwatch/contract/api/ids'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { describe, expect, it } from 'vitest'
import { shownColumns } from '@fieldwatch/contract/templates/event-headings'
import { eventHeading } from './event-headings.ts'

const value = (source: string, field: string) => ({ source: source as SourceName, field })
const COLUMNS = eventColumns([value('room', 'temp'), value('tank', 'level')])
const series = (field: string, friendlyName: string) => ({ field, friendlyName, unit: '°C' })
const template = (room: string, tank: string) =>
  TemplateDefinition.parse({
    title: 'Room',
    timeSeries: {
      charts: [
        {
          title: 'x',
          type: 'timeseries',
          specifications: { room: [series('temp', room)], tank: [series('level', tank)] },
        },
      ],
    },
  })

describe('the heading of a column of an event table', () => {
  it('calls a value as the charts of the unit do, with its unit', () => {
    expect(eventHeading('room.temp', COLUMNS, template('Air', 'Level'))).toEqual({ title: 'Air', unit: '°C' })
    expect(eventHeading('room.temp.greatest', COLUMNS, template('Air', 'Level'))).toEqual({
      title: 'Air Maximum',
      unit: '°C',
    })
  })

  it('calls it by source and field where the charts do not name it, or name two alike', () => {
    expect(eventHeading('room.temp', COLUMNS, null)).toEqual({ title: 'Room Temp', unit: undefined })
    expect(eventHeading('room.temp', COLUMNS, template('Air', 'Air')).title).toBe('Room Temp')
  })

  // spec 2-3-02
  it('calls the fixed columns as the specification does, and says in which zone their times are', () => {
    expect(eventHeading('startUTC', COLUMNS, null)).toEqual({ title: 'StartUTC', unit: 'local time' })
    expect(eventHeading('endUTC', COLUMNS, null)).toEqual({ title: 'EndUTC', unit: 'local time' })
    expect(eventHeading('tag', COLUMNS, null)).toEqual({ title: 'Tag', unit: undefined })
  })
})

describe('the columns that an event table shows', () => {
  const table = { name: 'Too_warm', columns: COLUMNS }

  it('are all but the figures of its values as long as none were chosen', () => {
    expect(shownColumns(table, null)).toEqual(['startUTC', 'endUTC', 'duration', 'tag', 'room.temp', 'tank.level'])
  })

  it('are those of its entry, or else those of the template, as far as it has them', () => {
    const entry = { title: 'Too warm', type: 'event' as const, columns: ['tag', 'gone.field'] }
    expect(shownColumns(table, { events: [entry], columns: ['duration'] })).toEqual(['tag'])
    expect(shownColumns(table, { columns: ['duration', 'startUTC'] })).toEqual(['duration', 'startUTC'])
  })
})
