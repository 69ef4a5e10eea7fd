import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { describe, expect, it } from 'vitest'
import { differencesOf } from './state-difference.ts'

describe('the differences of two states', () => {
  it.each([
    ['a changed field', { friendlyName: 'A', size: 'x' }, { friendlyName: 'B', size: 'x' }, [['Name', 'A', 'B']]],
    [
      'what came to be',
      null,
      { name: 'A', active: true },
      [
        ['Name', undefined, 'A'],
        ['Active', undefined, 'yes'],
      ],
    ],
    ['what was removed', { name: '' }, undefined, [['Name', '(empty)', undefined]]],
    [
      'values of closed sets in words',
      { rhythm: { every: 'day' }, name: 'day' },
      { rhythm: { every: 'week' }, name: 'week' },
      [
        ['Rhythm › Every', 'day', 'week'],
        ['Name', 'day', 'week'],
      ],
    ],
    ['lists', { units: ['a', 'b'] }, { units: [] }, [['Units', 'a, b', '(none)']]],
    [
      'things in lists',
      { charts: [{ title: 'A' }, { title: 'B' }] },
      { charts: [{ title: 'A' }, { title: 'C' }] },
      [['Charts › 2 › Title', 'B', 'C']],
    ],
    ['a plain value', 3, 4, [['', '3', '4']]],
    ['nothing', { a: 1 }, { a: 1 }, []],
    [
      'fields and moments in words',
      { method: 'PUT', action_id: 7 },
      { method: 'POST', action_id: 7, untilUTC: '2026-05-06T12:00:00.000Z' },
      [
        ['Method', 'PUT', 'POST'],
        ['Until', undefined, formatMoment(Date.UTC(2026, 4, 6, 12), '24Hour')],
      ],
    ],
  ] as const)('has %s', (_, before, after, expected) => {
    expect(
      differencesOf(before, after, '24Hour').shown.map(({ place, before: was, after: is }) => [place, was, is]),
    ).toEqual(expected)
  })

  it('shows the first hundred, and shortens long texts', () => {
    const state = Object.fromEntries(Array.from({ length: 130 }, (_, n) => [`field${n}`, 'x'.repeat(600)]))

    const { shown, more } = differencesOf(undefined, state, '24Hour')

    expect(shown.length).toBe(100)
    expect(more).toBe(30)
    expect(shown[0]?.after?.length).toBe(501)
  })
})
