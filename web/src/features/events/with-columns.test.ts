import { describe, expect, it } from 'vitest'
import { withColumns } from './customize-columns-dialog.tsx'

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
