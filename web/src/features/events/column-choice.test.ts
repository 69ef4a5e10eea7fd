import { describe, expect, it } from 'vitest'
import { choicesOf, chosenColumns, withColumns, withShown } from './column-choice.ts'

const ids = (choices: ReturnType<typeof choicesOf>) => choices.map(({ id }) => id)

describe('the choice of columns', () => {
  const choices = choicesOf(['startUTC', 'endUTC', 'duration', 'tag'], ['tag', 'startUTC'])

  it('has those that are shown first, and then all others', () => {
    expect(ids(choices)).toEqual(['tag', 'startUTC', 'endUTC', 'duration'])
    expect(chosenColumns(choices)).toEqual(['tag', 'startUTC'])
  })

  it('shows and hides one', () => {
    expect(
      chosenColumns(withShown(withShown(choices, { id: 'tag', shown: false }), { id: 'endUTC', shown: true })),
    ).toEqual(['startUTC', 'endUTC'])
  })
})

describe('a template with other columns of an event table', () => {
  const table = { name: 'Too_warm', title: 'Too warm' }

  it('has them in the entry of the table, and the others as they were', () => {
    const events = [
      { title: 'Low', type: 'event' as const },
      { title: 'Too warm', type: 'event' as const, columns: ['tag'] },
    ]

    expect(withColumns({ title: 'Tank', events }, table, ['startUTC']).events).toEqual([
      { title: 'Low', type: 'event' },
      { title: 'Too warm', type: 'event', columns: ['startUTC'] },
    ])
  })

  it('gets the entry that it does not have yet', () => {
    expect(withColumns({ title: 'Tank' }, table, ['tag']).events).toEqual([
      { title: 'Too warm', type: 'event', columns: ['tag'] },
    ])
  })
})
