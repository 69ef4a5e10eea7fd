import { describe, expect, it } from 'vitest'
import { fieldChoices, numericVariables, positionChoices, sourceChoices, type UnitSources } from './source-choices.ts'

const HIDDEN = ['Net_Cfg', 'action_request', 'action_result', 'location', 'messages']

const SOURCES: UnitSources = {
  tank: { level: 'float', state: 'string', count: 'int', full: 'bool' },
  log: { text: 'string' },
  ...Object.fromEntries(HIDDEN.map((name) => [name, { lat: 'float', lon: 'float' }])),
}

const values = (choices: { value: string }[]) => choices.map(({ value }) => value)

describe('the picker of sources', () => {
  // spec 1-9-26, 2-3-22, 2-9-29
  it('offers none of the excluded ones', () => {
    expect(values(sourceChoices(SOURCES, { numeric: false, chosen: '' }))).toEqual(['log', 'tank'])
  })

  it('offers only sources with numbers where a number is needed', () => {
    expect(values(sourceChoices(SOURCES, { numeric: true, chosen: '' }))).toEqual(['tank'])
  })

  it('keeps what is chosen, and says when the unit has not sent it', () => {
    expect(sourceChoices(SOURCES, { numeric: true, chosen: 'later' }).at(-1)).toEqual({
      value: 'later',
      label: 'later (not sent yet)',
    })
    expect(sourceChoices(SOURCES, { numeric: true, chosen: 'log' }).at(-1)).toEqual({ value: 'log', label: 'log' })
  })

  it('offers the source location to maps, which it is there for', () => {
    expect(values(positionChoices(SOURCES, 'tank'))).toEqual(['location', 'tank'])
    expect(values(positionChoices(SOURCES, 'location'))).toEqual(['tank', 'location'])
    expect(values(positionChoices({ tank: { lat: 'float' } }, 'tank'))).toEqual(['tank'])
  })
})

describe('the picker of values', () => {
  it('offers the fields of the source, only numbers and yes or no where a number is needed', () => {
    expect(values(fieldChoices(SOURCES, 'tank', { numeric: true, chosen: '' }))).toEqual(['count', 'full', 'level'])
    expect(values(fieldChoices(SOURCES, 'tank', { numeric: false, chosen: '' }))).toHaveLength(4)
    expect(fieldChoices(SOURCES, 'nothing', { numeric: true, chosen: '' })).toEqual([])
  })

  // spec 2-5-07
  it('leaves out yes or no where a number is strictly needed, and sources that have nothing else', () => {
    const sources: UnitSources = { ...SOURCES, door: { open: 'bool' } }
    expect(values(fieldChoices(sources, 'tank', { numeric: 'strictly', chosen: '' }))).toEqual(['count', 'level'])
    expect(values(sourceChoices(sources, { numeric: 'strictly', chosen: '' }))).toEqual(['tank'])
    expect(values(fieldChoices(sources, 'tank', { numeric: 'strictly', chosen: 'full' }))).toContain('full')
  })

  it('knows the variables of equations', () => {
    expect(numericVariables(SOURCES)).toEqual(['tank.level', 'tank.count', 'tank.full'])
  })
})
