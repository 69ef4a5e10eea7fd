import type { AffectedThing } from '@fieldwatch/contract/consequences/consequences'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as extensions from '#extensions.ts'
import { installExtensions } from '#platform/extensions/web-extension.ts'
import { groupConsequences, isBlocked, lineOf } from './consequences-text.ts'

const thing: AffectedThing = { kind: 'alert', id: 'a', name: 'Too warm', follows: 'ends' }
const lines = (...given: Parameters<typeof groupConsequences>) => groupConsequences(...given).map(lineOf)

describe('what follows from a change', () => {
  it('is counted and named, with what happens to it', () => {
    expect(lines({ things: [thing], more: [] })).toEqual([
      { heading: 'End, and show the reason', text: '1 alert: Too warm' },
    ])
  })

  it('is counted where its names are out of reach or many', () => {
    const more = { kind: 'alert', follows: 'ends' } as const

    expect(lines({ things: [], more: [{ ...more, count: 2 }] })[0]?.text).toBe('2 alerts')
    const many = lines({ things: [thing, { ...thing, id: 'b', name: 'B' }], more: [{ ...more, count: 1_198 }] })
    expect(many[0]?.text).toBe('1,200 alerts: Too warm, B, 1,198 more')
  })

  it('is counted in the words of the extension that keeps it', () => {
    installExtensions([{ name: 'visits', things: { visit: (total) => `${total} visits` } }])
    onTestFinished(() => installExtensions(Object.values(extensions)))

    expect(lines({ things: [{ ...thing, kind: 'visit', name: 'Depot' }], more: [] })[0]?.text).toBe('1 visits: Depot')
  })

  it('names once what several changes do to the same thing', () => {
    const other: AffectedThing = { ...thing, id: 'b', name: 'B' }

    expect(lines({ things: [thing], more: [] }, { things: [thing, other], more: [] })[0]?.text).toBe(
      '2 alerts: Too warm, B',
    )
  })

  it('lists first what blocks the change', () => {
    const blocking: AffectedThing = { ...thing, kind: 'calculated source', follows: 'blocks' }
    const groups = groupConsequences({ things: [thing, blocking], more: [] })

    expect(groups.map(({ follows }) => follows)).toEqual(['blocks', 'ends'])
    expect(isBlocked(groups)).toBe(true)
    expect(isBlocked(groupConsequences({ things: [thing], more: [] }))).toBe(false)
  })
})
