import { describe, expect, it } from 'vitest'
import { FULL_DEFINITION } from '#testing/build-template.ts'
import { findAgain } from './find-again.ts'
import { insertWidget, type KindedWidget, removeWidget, replaceWidget } from './template-widgets.ts'

function chart(title: string, fields: readonly string[] = []): KindedWidget {
  const tank = fields.map((field) => ({ field, friendlyName: field, unit: 'm', color: '#ff8800' }))
  return { kind: 'charts', widget: { title, type: 'timeseries', specifications: { tank } } } as KindedWidget
}

const second = { kind: 'charts', index: 1 } as const

describe('a widget in a newer template', () => {
  const mine = chart('Mine', ['level', 'room'])
  const before = insertWidget(FULL_DEFINITION, mine, 'last')

  it('is found where it was', () => {
    expect(findAgain({ before, newer: before }, mine, 1)).toEqual({ state: 'unchanged', place: second })
  })

  it('is found at another place', () => {
    const newer = insertWidget(before, chart('Theirs'), 'first')

    expect(findAgain({ before, newer }, mine, 1)).toEqual({ state: 'unchanged', place: { kind: 'charts', index: 2 } })
  })

  it('is the changed one with its title, wherever it is', () => {
    const changed = replaceWidget(before, second, chart('Mine', ['other']))
    const moved = insertWidget(changed, chart('Theirs'), 'first')

    expect(findAgain({ before, newer: changed }, mine, 1)).toEqual({ state: 'changed', place: second })
    expect(findAgain({ before, newer: moved }, mine, 1)).toEqual({
      state: 'changed',
      place: { kind: 'charts', index: 2 },
    })
  })

  it('is the one that was renamed, wherever it is', () => {
    const renamed = replaceWidget(before, second, chart('Renamed', ['level', 'room']))
    const moved = insertWidget(renamed, chart('Theirs'), 'first')

    expect(findAgain({ before, newer: renamed }, mine, 1)).toEqual({ state: 'changed', place: second })
    expect(findAgain({ before, newer: moved }, mine, 1)).toMatchObject({ place: { index: 2 } })
  })

  it('is the one that was renamed and changed in its place', () => {
    const newer = replaceWidget(before, second, chart('Renamed', ['level', 'room', 'pump']))

    expect(findAgain({ before, newer }, mine, 1)).toEqual({ state: 'changed', place: second })
  })

  it('is not another one that is in its place', () => {
    const newer = replaceWidget(before, second, chart('Other', ['pressure']))

    expect(findAgain({ before, newer }, mine, 1)).toEqual({ state: 'gone' })
  })

  it('is not its copy under another title that was there before', () => {
    const withCopy = insertWidget(before, chart('Copy', ['level', 'room']), 'last')

    expect(findAgain({ before: withCopy, newer: removeWidget(withCopy, second) }, mine, 1)).toEqual({ state: 'gone' })
  })
})
